import Testing

@testable import ClientEngine

@Suite("Connections, known by their ends")
struct ConnectionsTests {
    private func connection(_ id: Int, port: Int, cipher: String? = nil) -> Connections.Known {
        var connection = ConnectionRecord(
            id: id, isReused: false, remote: ("127.0.0.1", 443), local: ("127.0.0.1", port))
        connection.tls = cipher.map { ConnectionRecord.TLS(version: "TLSv1.3", cipher: $0) }
        return Connections.Known(connection, on: nil)
    }

    private func known(from port: Int, to address: String = "127.0.0.1", in connections: Connections)
        -> ConnectionRecord?
    {
        address.withCString { remote in
            "127.0.0.1".withCString { local in
                connections[
                    .init(remoteAddress: remote, remotePort: 443, localAddress: local, localPort: port)
                ]?.connection
            }
        }
    }

    @Test("one that is used again has what was agreed on when it was made")
    func again() {
        var connections = Connections()
        connections.note(connection(1, port: 5, cipher: "a")) { _ in true }
        connections.note(connection(2, port: 6, cipher: "b")) { _ in true }
        #expect(known(from: 5, in: connections)?.tls?.cipher == "a")
        #expect(known(from: 6, in: connections)?.id == 2)
        #expect(known(from: 6, in: connections)?.isReused == true)
        #expect(known(from: 7, in: connections) == nil)
        #expect(known(from: 5, to: "127.0.0.2", in: connections) == nil)
    }

    @Test("a new one between the same ends stands for the one that is gone")
    func sameEnds() {
        var connections = Connections()
        connections.note(connection(1, port: 5, cipher: "a")) { _ in true }
        connections.note(connection(2, port: 5)) { _ in true }
        #expect(known(from: 5, in: connections)?.id == 2)
        #expect(known(from: 5, in: connections)?.tls == nil)
    }

    @Test("of ten thousand, those that are gone are forgotten, and no others")
    func bounded() {
        var connections = Connections()
        for id in 0..<10_000 { connections.note(connection(id, port: id)) { $0.id % 1_000 == 0 } }
        for id in stride(from: 0, to: 10_000, by: 1_000) {
            #expect(known(from: id, in: connections)?.id == id)
        }
        #expect((1..<1_000).allSatisfy { known(from: $0, in: connections) == nil })
    }
}

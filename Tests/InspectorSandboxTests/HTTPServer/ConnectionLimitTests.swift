import Foundation
import InspectorHTTPServer
import InspectorTestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(1)))
struct ConnectionLimitTests {
    /// Starts a server that reports how it handled the first request of a connection.
    private func start(limit: Int = 8, held: HeldBytes? = nil) throws -> (port: UInt16, stop: StopSignal) {
        let stop = try StopSignal()
        let listener = try Socket.listening(port: 0)
        let port = listener.localPort
        Acceptor(listener, connections: Monitor(ConnectionLimit(limit: limit)), stop: stop) {
            socket, admission in
            guard let admission else { return socket.rejectBusy() }
            let connection = RawConnection(
                number: admission.number, stream: socket, stop: stop, held: held)
            switch connection.receive() {
            case .success(let request):
                connection.write("read \(request.body.count)")
                // The bytes stay reserved until the client confirms.
                if held != nil { _ = connection.read(1) }
            case .failure(.refused(let refusal)): connection.write("refused \(refusal.status)")
            case .failure(.ended): connection.write("ended")
            }
            connection.close()
        }.start()
        return (port, stop)
    }

    @Test("Bodies that are too large together are refused, and have room again when others are done")
    func together() throws {
        let (port, stop) = try start(held: HeldBytes(limit: 1000))
        defer { stop.raise() }
        let head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 600\r\n\r\n"
        let message = head + String(repeating: "x", count: 600)
        let (first, second) = (try RawClient(port: port), try RawClient(port: port))
        first.send(message)
        #expect(String(decoding: first.read(8), as: UTF8.self) == "read 600")
        second.send(message)
        #expect(String(decoding: second.rest(), as: UTF8.self) == "refused 503")
        first.send("!")
        #expect(first.rest() == [])
        // The reservation is released after the first connection closed.
        let end = ContinuousClock.now + .seconds(20)
        var answer = ""
        while answer != "read 600", ContinuousClock.now < end {
            let third = try RawClient(port: port)
            third.send(message)
            answer = String(decoding: third.read(8), as: UTF8.self)
        }
        #expect(answer == "read 600")
    }

    @Test("One connection too many is told so")
    func tooMany() throws {
        let (port, stop) = try start(limit: 1)
        defer { stop.raise() }
        let first = try RawClient(port: port)
        let second = try RawClient(port: port)
        #expect(try second.response().status == 503)
        first.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(String(decoding: first.rest(), as: UTF8.self) == "read 0")
    }
}

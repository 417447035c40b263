import Testing

@testable import ClientEngine

@Suite("TLS sessions of connections used again")
struct TLSSessionsTests {
    private func connection(_ id: Int, _ cipher: String? = nil) -> ConnectionRecord {
        var connection = ConnectionRecord(
            id: id, isReused: cipher == nil, remote: ("::1", 443), local: ("::1", 5))
        connection.tls = cipher.map { ConnectionRecord.TLS(version: "TLSv1.3", cipher: $0) }
        return connection
    }

    @Test("a connection that is used again has the session it was made with")
    func again() {
        var sessions = TLSSessions()
        #expect(sessions.complete(connection(1, "a")).tls?.cipher == "a")
        #expect(sessions.complete(connection(2, "b")).tls?.cipher == "b")
        #expect(sessions.complete(connection(1)).tls?.cipher == "a")
        #expect(sessions.complete(connection(3)).tls == nil)
    }

    @Test("ten thousand connections keep a bounded number of sessions, those used last among them")
    func bounded() {
        var sessions = TLSSessions(capacity: 16)
        for id in 0..<10_000 {
            _ = sessions.complete(connection(id, "\(id)"))
            _ = sessions.complete(connection(0))
            #expect(sessions.count <= 16)
        }
        #expect(sessions.complete(connection(0)).tls?.cipher == "0")
        #expect(sessions.complete(connection(9_999)).tls?.cipher == "9999")
        #expect(sessions.complete(connection(5_000)).tls == nil)
    }
}

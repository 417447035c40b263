import ClientEngine
import Testing

@Suite(
    "Unix sockets of nginx", .enabled(if: RealServers.areUp && !RealServers.sockets.isEmpty),
    .timeLimit(.minutes(1)))
struct UnixSocketTests {
    @Test("a kept connection over the socket serves one request after the other")
    func plain() async throws {
        let client = Client()
        var ids: Set<Int?> = []
        for _ in 0..<5 {
            let request = Request.get("http://localhost/hello.txt").with {
                $0.unixSocket = RealServers.sockets + "/plain"
            }
            let response = try await client.send(request)
            #expect(response.text == "hello from nginx\n")
            ids.insert(response.record.lastExchange?.connection?.id)
        }
        #expect(ids == [0])
    }

    @Test("HTTP/2 over TLS multiplexes requests on one connection over the socket")
    func multiplexed() async throws {
        let client = Client { $0.connections.tls.certificateAuthorities = RealServers.authority }
        let exchanges: [ExchangeRecord] = try await withThrowingTaskGroup(of: ExchangeRecord?.self) { group in
            for number in 0..<10 {
                group.addTask {
                    let request = Request.get("https://localhost/slow?\(number)").with {
                        $0.unixSocket = RealServers.sockets + "/tls"
                    }
                    return try await client.send(request).record.lastExchange
                }
            }
            return try await group.reduce(into: []) { if let exchange = $1 { $0.append(exchange) } }
        }
        #expect(exchanges.map(\.body.count) == Array(repeating: 200_000, count: 10))
        #expect(exchanges.allSatisfy { $0.head?.httpVersion == "HTTP/2" })
        #expect(Set(exchanges.compactMap(\.connection?.id)) == [0])
        #expect(exchanges.allSatisfy { $0.connection?.unixSocket == RealServers.sockets + "/tls" })
    }
}

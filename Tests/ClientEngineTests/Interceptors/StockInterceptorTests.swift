import Testing

@testable import ClientEngine

@Suite("Stock interceptors", .timeLimit(.minutes(1)))
struct StockInterceptorTests {
    private struct APIError: Error, Equatable {
        var code: String?
        var message: String?
        var status: Int
    }

    private func client(_ interceptors: any Interceptor...) -> Client {
        Client(baseURL: "http://127.0.0.1:1") { $0.interceptors = interceptors }
    }

    @Test("a server's description becomes the program's error, whatever its type; others stay")
    func clarified() async throws {
        let clarifier = ErrorClarifier { problem, response in
            APIError(code: problem.code, message: problem.message, status: response.status)
        }
        let client = client(clarifier)
        let typed = Request.get("/").parsing { $0.status }
        try client.mocks.add(.any, .text(#"{"error":{"code":7,"message":"no"}}"#, status: 409))
        await #expect(throws: APIError(code: "7", message: "no", status: 409)) {
            try await client.send(typed)
        }
        try client.mocks.add(.any, .text("no JSON", status: 409))
        await #expect(throws: ResponseError.self) { try await client.send(typed) }
        try client.mocks.add(.any, .fault(.reset))
        await #expect(throws: ClientError.self) { try await client.send(typed) }
        try client.mocks.add(.any, .text(#"{"code":7}"#))
        #expect(try await client.send(typed) == 200)
    }
}

import Testing

@testable import ClientEngine

@Suite("Stock interceptors", .timeLimit(.minutes(1)))
struct StockInterceptorTests {
    private struct APIError: Error, Equatable {
        var code: String?
        var message: String?
        var status: StatusCode
    }

    private func client(_ interceptors: any Interceptor...) -> Client {
        Client(baseURL: "http://127.0.0.1:1") { $0.interceptors = interceptors }
    }

    @Test("a server's description becomes the program's error, whatever its type; others stay")
    func mapped() async throws {
        let mapper = ErrorMapper { error, problem in
            problem.map { APIError(code: $0.code, message: $0.message, status: error.status) }
        }
        let client = client(mapper)
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

    @Test("a refused answer without a description can become the program's error")
    func undescribed() async throws {
        let mapper = ErrorMapper { error, problem in
            APIError(code: problem?.code, message: problem?.message, status: error.status)
        }
        let client = client(mapper)
        try client.mocks.add(.any, .status(404))
        await #expect(throws: APIError(code: nil, message: nil, status: 404)) {
            try await client.send(Request.get("/").decoding(Int.self))
        }
    }
}

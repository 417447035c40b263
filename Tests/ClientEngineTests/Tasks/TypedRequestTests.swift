import EngineJSON
import FoundationEssentials
import InspectorSandbox
import Testing

@testable import ClientEngine
@testable import EngineMocks

@Suite("Typed requests", .timeLimit(.minutes(1)))
struct TypedRequestTests {
    private struct Cat: Decodable, Equatable { var name: String }

    private let client = Client(baseURL: "http://127.0.0.1:1")

    private func answer(_ status: StatusCode, type: String?, _ body: String) throws {
        let headers: Headers = type.map { ["Content-Type": $0] } ?? [:]
        try client.mocks.add(.any, .respond(status, headers, .text(body)))
    }

    private func reason<Value>(of typed: TypedRequest<Value>) async throws -> ResponseError.Reason {
        let error = await #expect(throws: ResponseError.self) { try await client.send(typed) }
        return try #require(error).reason
    }

    @Test(
        "JSON is decoded from any of its types, and from none",
        arguments: ["application/json", "text/json; charset=utf-8", "", nil])
    func decoding(type: String?) async throws {
        try answer(200, type: type, #"{"name":"Tom"}"#)
        #expect(try await client.send(Request.get("/").decoding(Cat.self)) == Cat(name: "Tom"))
        #expect(try await client.send(Request.get("/").parsingJSON())["name"] == "Tom")
        #expect(try await client.send(Request.get("/").parsing { $0.body.count }) == 14)
    }

    @Test("A closure that returns nil, nested nil, a tuple or another closure gives the caller that value")
    func valuesOfUnusualTypes() async throws {
        try answer(200, type: nil, "")
        let request = Request.get("/")
        #expect(try await client.send(request.parsing { _ in String?.none }) == nil)
        #expect(try await client.send(request.parsing { _ in Int??.some(nil) }) == .some(nil))
        #expect(try await client.send(request.parsing { _ in (1, "b") }) == (1, "b"))
        let closure = try await client.send(request.parsing { _ -> @Sendable () -> Int in { 3 } })
        #expect(closure() == 3)
        let task = client.start(request.parsing { _ in String?.none }.map { $0?.count })
        #expect(await task.result.value == .some(nil))
    }

    @Test("JSON is decoded with the strategies of a decoder, by JSONDecoder, or by any other decoder")
    func decoders() async throws {
        struct Owner: Decodable, Equatable { var firstName: String }
        struct Length: ValueDecoder {
            func decode<Value: Decodable>(_ type: Value.Type, from body: [UInt8]) throws -> Value {
                try JSONBytesDecoder().decode(type, from: "{\"firstName\":\"\(body.count)\"}".utf8)
            }
        }
        try answer(200, type: "application/json", #"{"first_name":"Ada"}"#)
        let own = JSONBytesDecoder { $0.keyDecodingStrategy = .convertFromSnakeCase }
        let foundation = JSONDecoder()
        foundation.keyDecodingStrategy = .convertFromSnakeCase
        let request = Request.get("/")
        #expect(try await client.send(request.decoding(Owner.self, decoder: own)).firstName == "Ada")
        #expect(try await client.send(request.decoding(Owner.self, decoder: foundation)).firstName == "Ada")
        #expect(try await client.send(request.decoding(Owner.self, decoder: Length())).firstName == "20")
        let optional = try await client.send(request.decodingIfPresent(Owner.self, decoder: own))
        #expect(optional.value == Owner(firstName: "Ada"))
        #expect(try await client.send(request).decode(Owner.self, decoder: own).firstName == "Ada")
        await #expect(throws: DecodingError.self) { try await client.send(request.decoding(Owner.self)) }
    }

    @Test("JSON in UTF-16 is read if its first bytes say so")
    func byteOrderMarks() async throws {
        let bytes = "\u{FEFF}{\"name\":\"Tom\"}".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        try client.mocks.add(.any, .respond(200, ["Content-Type": "application/json"], .bytes(bytes)))
        #expect(try await client.send(Request.get("/").decoding(Cat.self)) == Cat(name: "Tom"))
        #expect(try await client.send(Request.get("/").parsingJSON())["name"] == "Tom")
    }

    @Test("another type of content is not parsed, unless it is accepted")
    func contentTypes() async throws {
        try answer(200, type: "text/html; charset=utf-8", #"{"name":"Tom"}"#)
        let cat = Request.get("/").decoding(Cat.self)
        #expect(try await reason(of: cat) == .contentType("text/html; charset=utf-8"))
        #expect(try await reason(of: cat.map(\.name)) == .contentType("text/html; charset=utf-8"))
        for pattern in ["*/*", "text/*"] as [MediaType] {
            let lenient = cat.with { $0.rules.contentTypes.append(pattern) }
            #expect(try await client.send(lenient).name == "Tom")
            #expect(try await client.send(lenient.map(\.name)) == "Tom")
        }
    }

    @Test("any JSON value will do, and what is no object can become one")
    func fragments() throws {
        #expect(try Response.made(200, json: "7").json() == 7)
        #expect(try Response.made(200, json: "[7]").jsonObject() == ["data": [7]])
        #expect(try Response.made(200, json: #"{"a":7}"#).jsonObject() == ["a": 7])
        #expect(throws: JSONError.self) { try Response.made(200, json: "").json() }
        #expect(throws: ResponseError.self) { try Response.made(500, json: "7").json() }
    }

    @Test("an answer without content is refused, or is none, or is parsed, whatever its type")
    func noContent() async throws {
        try answer(204, type: "text/html", "")
        #expect(try await reason(of: Request.get("/").decoding(Cat.self)) == .noContent)
        #expect(try await reason(of: Request.get("/").parsingJSON()) == .noContent)
        let content = try await client.send(Request.delete("/").decodingIfPresent(Cat.self))
        #expect(content.value == nil)
        guard case .none(let response) = content else {
            Issue.record("there is content")
            return
        }
        #expect(response.status == 204)
        #expect(try await client.send(Request.get("/").parsing { $0.status }) == 204)
    }

    @Test("content that may be missing is decoded where it is there")
    func content() async throws {
        try answer(200, type: "application/json", #"{"name":"Tom"}"#)
        for request in [Request.post("/"), .put("/"), .patch("/"), .delete("/")] {
            let content = try await client.send(request.decodingIfPresent(Cat.self))
            #expect(content.value?.name == "Tom")
        }
    }

    @Test("redirects that are not followed, and other statuses, are errors of their own")
    func statuses() async throws {
        let plain = Request.get("/").with { $0.followsRedirects = false }
        let typed = plain.parsing { $0.status }
        for (status, reason) in [
            (302, .redirect(location: "/next")), (401, .unauthorized), (403, .status), (500, .status),
        ] as [(StatusCode, ResponseError.Reason)] {
            try client.mocks.add(.any, .respond(status, ["Location": "/next"], .text("why")))
            let error = await #expect(throws: ResponseError.self) { try await client.send(typed) }
            #expect(error?.reason == reason)
            #expect(error?.response.text == "why")
            #expect(try await client.send(plain).status == status)
        }
    }

    @Test("which statuses are good can be chosen")
    func accepting() async throws {
        try client.mocks.add(.any, .status(304))
        let request = Request.get("/")
        #expect(try await client.send(request.accepting(.range(200...399))).status == 304)
        #expect(try await client.send(request.accepting(.range(0...399))).status == 304)
        #expect(try await reason(of: request.accepting(.successful)) == .redirect(location: nil))
        try client.mocks.add(.any, .status(503))
        #expect(try await client.send(request.accepting(.anyStatus)).status == 503)
        #expect(try await reason(of: request.accepting(.range(0...399))) == .status)
    }

    @Test("the accepted types are asked for, unless the request asks itself")
    func accept() async throws {
        let sandbox = try SandboxServer.start()
        let typed = Request.get(sandbox.url + "/inspect").parsingJSON()
        func accepted(_ typed: TypedRequest<JSONValue>) async throws -> [JSONValue] {
            let fields = try await client.send(typed)["headers"]?.array ?? []
            return fields.filter { $0[0] == "Accept" }.compactMap { $0[1] }
        }
        #expect(try await accepted(typed) == ["application/json"])
        let own = typed.with { $0.request.headers["Accept"] = "*/*" }
        #expect(try await accepted(own) == ["*/*"])
    }

    @Test("a value is mapped; errors of either step come through")
    func map() async throws {
        struct Broken: Error {}
        try answer(200, type: "application/json", "20")
        let number = Request.post("/", body: .text("x")).decoding(Int.self)
        #expect(try await client.send(number.map { $0 + 1 }.map { "\($0)" }) == "21")
        await #expect(throws: Broken.self) {
            try await client.send(number.map { _ -> Int in throw Broken() })
        }
        let broken = Request.get("/").parsing { _ -> Int in throw Broken() }
        await #expect(throws: Broken.self) { try await client.send(broken.map { $0 }) }
        #expect(number.map { $0 }.request == number.request)
        #expect(number.map { $0 }.rules == number.rules)
    }

    @Test("errors' bodies are assumed to be JSON where the client is told so")
    func assumedJSON() async throws {
        let strict = Client()
        let lenient = Client { $0.assumesJSONErrors = true }
        for client in [strict, lenient] {
            try client.mocks.add(.any, .respond(400, ["Content-Type": "text/html"], .text(#"{"a":1}"#)))
            let error = await #expect(throws: ResponseError.self) {
                try await client.send(Request.get("http://h/").parsing { $0.status })
            }
            #expect((error?.json != nil) == (client === lenient))
        }
    }
}

@Suite("Results of tasks", .timeLimit(.minutes(1)))
struct TaskResultTests {
    private struct Broken: Error {}
    private let client = Client(baseURL: "http://127.0.0.1:1")

    @Test("a task ends in a success, a failure with or without a response, or cancelled")
    func ends() async throws {
        try client.mocks.add(.get("/a"), .json([1]))
        let success = await client.start(Request.get("/a").decoding([Int].self)).result
        #expect(success.value == [1])
        #expect(success.response?.status == 200)
        #expect(try success.get() == [1])

        let unparsed = await client.start(Request.get("/a").decoding(String.self)).result
        #expect(unparsed.error is DecodingError)
        #expect(unparsed.response?.text == "[1]")

        let refused = await client.start(.get("/b")).result
        #expect((refused.error as? ClientError)?.kind == .connect)
        #expect(refused.response == nil)

        try client.mocks.add(.get("/c"), .fault(.never))
        let task = client.start(.get("/c"))
        task.cancel()
        let cancelled = await task.result
        #expect(cancelled.isCancelled)
        #expect(cancelled.error == nil)
        #expect(throws: CancellationError.self) { try cancelled.get() }
    }

    @Test("results are mapped, chained and replaced")
    func combining() {
        let one = TaskResult.success(1, .made())
        let failed = TaskResult<Int>.failure(Broken(), nil)
        #expect(one.map { $0 + 1 }.value == 2)
        #expect(one.map { _ -> Int in throw Broken() }.error is Broken)
        #expect(one.map { _ -> Int in throw Broken() }.response?.status == 200)
        #expect(failed.map { $0 + 1 }.error is Broken)
        #expect(TaskResult<Int>.cancelled.map { $0 + 1 }.isCancelled)
        #expect(one.flatMap { _, _ in TaskResult<String>.cancelled }.isCancelled)
        #expect((failed ?? 7) == 7)
        #expect((one ?? 7) == 1)
        #expect((failed ?? one).value == 1)
    }
}

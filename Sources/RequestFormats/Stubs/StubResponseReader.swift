import ClientEngine
import EngineJSON
import FoundationEssentials

/// Makes an answer of the `response` of a stub mapping.
struct StubResponseReader {
    private let response: JSONObject
    private let fillsInAll: Bool
    private let bodyFile: @Sendable (String) -> String?

    private static let known: Set<String> = [
        "status", "statusMessage", "headers", "body", "jsonBody", "base64Body", "bodyFileName",
        "fixedDelayMilliseconds", "delayDistribution", "chunkedDribbleDelay", "fault", "proxyBaseUrl",
        "proxyUrlPrefixToRemove", "additionalProxyRequestHeaders", "removeProxyRequestHeaders",
        "transformers",
        "transformerParameters", "fromConfiguredStub",
    ]
    private static let ofReply = [
        "status", "statusMessage", "headers", "body", "jsonBody", "base64Body", "bodyFileName",
    ]
    private static let faults: [String: Mock.Fault] = [
        "CONNECTION_RESET_BY_PEER": .reset, "EMPTY_RESPONSE": .emptyReply,
        "MALFORMED_RESPONSE_CHUNK": .malformedChunk, "RANDOM_DATA_THEN_CLOSE": .garbage,
    ]

    init(_ response: JSONObject, fillsInAll: Bool, bodyFile: @escaping @Sendable (String) -> String?) {
        self.response = response
        self.fillsInAll = fillsInAll
        self.bodyFile = bodyFile
    }

    /// The answer; a fault of ours comes before one of WireMock's.
    func answer(fault: Mock.Fault?) throws(StubError) -> Mock.Answer {
        try response.refuseOthers(than: Self.known)
        var answer = Mock.Answer(try kind(fault), delay: try delay())
        answer.spread = try present("delayDistribution").map { value throws(StubError) in
            try StubDelayReader(value).distribution()
        }
        return answer
    }

    private func present(_ key: String) -> JSONValue? {
        response.stated(key)
    }

    private func kind(_ fault: Mock.Fault?) throws(StubError) -> Mock.Answer.Kind {
        if let fault { return .fault(fault, of: fault.isOfResponse ? try reply() : nil) }
        if let value = present("fault") {
            guard let fault = value.string.flatMap({ Self.faults[$0] }) else {
                throw .wrong("fault", "a known fault")
            }
            return .fault(fault)
        }
        if let upstream = try upstream() { return .proxy(upstream) }
        return .response(try reply() ?? Mock.Reply())
    }

    private func delay() throws(StubError) -> Duration {
        guard let value = present("fixedDelayMilliseconds") else { return .zero }
        guard let milliseconds = value.int, (0...Self.longestDelay).contains(milliseconds) else {
            throw .wrong("fixedDelayMilliseconds", "a number of milliseconds")
        }
        return .milliseconds(milliseconds)
    }

    /// A day: a larger number is a mistake.
    static let longestDelay = 86_400_000

    // MARK: Elsewhere

    private func upstream() throws(StubError) -> Mock.Upstream? {
        guard let value = present("proxyBaseUrl") else { return nil }
        guard let base = value.string, base.hasPrefix("http://") || base.hasPrefix("https://"),
            (try? RequestURL(parsing: base)) != nil
        else { throw .wrong("proxyBaseUrl", "a URL of http or https") }
        for key in [
            "headers", "body", "jsonBody", "base64Body", "bodyFileName", "chunkedDribbleDelay",
            "transformers",
        ]
        where response[key].map({ !$0.isEmptyOrNull }) ?? false {
            throw StubError(message: "“\(key)” is not supported beside “proxyBaseUrl”.", key: key)
        }
        var upstream = Mock.Upstream(base)
        if let prefix = present("proxyUrlPrefixToRemove") {
            guard let text = prefix.string else { throw .wrong("proxyUrlPrefixToRemove", "a path") }
            upstream.prefixToRemove = text
        }
        upstream.addedHeaders = try headers("additionalProxyRequestHeaders")
        if let removed = present("removeProxyRequestHeaders") {
            guard let names = removed.array?.compactMap(\.string), names.count == removed.array?.count else {
                throw .wrong("removeProxyRequestHeaders", "a list of names")
            }
            upstream.removedHeaders = names
        }
        return upstream
    }

    // MARK: The response itself

    /// The response; nil when nothing of one is written.
    private func reply() throws(StubError) -> Mock.Reply? {
        let dribble = try present("chunkedDribbleDelay").map { value throws(StubError) in
            try StubDelayReader(value).dribble()
        }
        let isWritten = Self.ofReply.contains { present($0) != nil } || response["jsonBody"] != nil
        var templating = try templating()
        let isTemplate = !(present("transformers")?.isEmptyOrNull ?? true)
        guard isWritten || dribble != nil || isTemplate else { return nil }
        if templating != nil, let name = namedFile { templating?.bodyFile = name }
        let status = present("status")?.int ?? 200
        guard status < 1000 else { throw .wrong("status", "a status") }
        var reply = Mock.Reply(
            status: status > 0 ? status : 200, reason: present("statusMessage")?.string,
            headers: try headers("headers"), body: try body(isNamedLater: templating?.bodyFile != nil))
        reply.dribble = dribble
        reply.templating = templating
        try check(reply)
        return reply
    }

    private func templating() throws(StubError) -> Mock.Templating? {
        let parameters = present("transformerParameters")?.object ?? JSONObject()
        guard let value = present("transformers"), !value.isEmptyOrNull else {
            return fillsInAll ? Mock.Templating(parameters: parameters) : nil
        }
        guard let names = value.array else { throw .wrong("transformers", "a list") }
        for name in names where name.string != "response-template" {
            throw StubError(
                message: "the transformer “\(name.string ?? name.serialized())” is not supported.",
                key: "transformers")
        }
        return Mock.Templating(parameters: parameters)
    }

    /// The file of a name with places to fill in.
    private var namedFile: Mock.NamedFile? {
        guard let name = present("bodyFileName")?.string, name.contains("{{") else { return nil }
        return Mock.NamedFile(name) { [bodyFile] name in
            (try? FileRules().normalized(name)).flatMap(bodyFile)
        }
    }

    /// Has the engine look at the templates, so that what it would refuse is refused with a place.
    private func check(_ reply: Mock.Reply) throws(StubError) {
        do throws(MockError) {
            try reply.checkTemplate()
        } catch {
            throw .rejected(error, key: "response")
        }
    }

    private func headers(_ key: String) throws(StubError) -> Headers {
        var headers = Headers()
        guard let value = present(key) else { return headers }
        guard let object = value.object else { throw .wrong(key, "an object") }
        for member in object.members {
            for element in member.value.array ?? [member.value] {
                switch element {
                case .string(let text): headers.add(member.name, text)
                case .number, .bool: headers.add(member.name, element.serialized())
                case .null, .array, .object: throw .wrong(member.name, "a text")
                }
            }
        }
        return headers
    }

    private func body(isNamedLater: Bool) throws(StubError) -> Body {
        let kinds = ["body", "jsonBody", "base64Body", "bodyFileName"].filter { key in
            response[key].map { !$0.isNull || key == "jsonBody" } ?? false
        }
        guard kinds.count < 2 else { throw StubError(message: "it has more than one body.", key: kinds[1]) }
        guard let kind = kinds.first, let value = response[kind] else { return .none }
        if kind == "jsonBody" { return .data(value.serializedBytes()) }
        guard let text = value.string else { throw .wrong(kind, "a text") }
        switch kind {
        case "body": return .text(text)
        case "base64Body":
            guard let data = Data(base64Encoded: text) else { throw .wrong(kind, "base64") }
            return .data(Array(data))
        default: return isNamedLater ? .none : .file(path: try located(text))
        }
    }

    private func located(_ path: String) throws(StubError) -> String {
        do throws(FileRefusal) {
            let normalized = try FileRules().normalized(path)
            guard let location = bodyFile(normalized) else {
                throw FileRefusal("There is no file “\(path)”.")
            }
            return location
        } catch {
            throw StubError(message: error.message, key: "bodyFileName")
        }
    }
}

/// Reads the objects of a response that are about time.
struct StubDelayReader {
    private let value: JSONValue

    init(_ value: JSONValue) {
        self.value = value
    }

    func distribution() throws(StubError) -> DelayDistribution {
        switch value["type"]?.string {
        case "fixed": return .fixed(milliseconds: try milliseconds("milliseconds"))
        case "uniform":
            let (lower, upper) = (try milliseconds("lower"), try milliseconds("upper"))
            guard lower <= upper else { throw .wrong("upper", "at least as much as “lower”") }
            return .uniform(lower: lower, upper: upper)
        case "lognormal":
            let (median, sigma) = (try number("median"), try number("sigma"))
            let maximum = try value.object?.stated("maxValue")
                .map { _ throws(StubError) in try number("maxValue") }
            guard maximum.map({ $0 >= median }) ?? true else {
                throw .wrong("maxValue", "at least as much as “median”")
            }
            return .logNormal(median: median, sigma: sigma, maximum: maximum)
        default: throw .wrong("delayDistribution", "of the “type” uniform, lognormal or fixed")
        }
    }

    func dribble() throws(StubError) -> Mock.Dribble {
        guard let chunks = value["numberOfChunks"]?.int, chunks > 0 else {
            throw .wrong("numberOfChunks", "a number from 1")
        }
        return Mock.Dribble(chunks: chunks, over: .milliseconds(try milliseconds("totalDuration")))
    }

    private func milliseconds(_ key: String) throws(StubError) -> Int {
        guard let number = value[key]?.int, (0...StubResponseReader.longestDelay).contains(number) else {
            throw .wrong(key, "a number of milliseconds")
        }
        return number
    }

    private func number(_ key: String) throws(StubError) -> Double {
        guard let number = value[key]?.double, number >= 0 else { throw .wrong(key, "a number from 0") }
        return number
    }
}

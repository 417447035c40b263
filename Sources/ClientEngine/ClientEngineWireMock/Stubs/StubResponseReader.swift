import EngineHTTP
import EngineJSON
import EngineMocks
import FoundationEssentials

struct StubResponseReader {
    private let response: JSONObject
    private let fillsInAll: Bool
    private let bodyFile: StubReader.BodyFile

    static let templates = "response-template"
    private static let bodies = ["body", "jsonBody", "base64Body", "bodyFileName"]
    private static let ofReply = ["status", "statusMessage", "headers"] + bodies
    private static let known = Set(ofReply).union(StubMember.ofUpstream.map(\.name)).union([
        "fixedDelayMilliseconds", "delayDistribution", "chunkedDribbleDelay", "fault", "transformers",
        "transformerParameters", "fromConfiguredStub",
    ])

    init(_ response: JSONObject, fillsInAll: Bool, bodyFile: @escaping StubReader.BodyFile) {
        self.response = response
        self.fillsInAll = fillsInAll
        self.bodyFile = bodyFile
    }

    /// Returns the answer.
    ///
    /// A fault of `metadata.inspector` takes precedence over a fault of WireMock.
    func answer(fault: Mock.Fault?) throws(StubError) -> Mock.Answer {
        try response.refuseOthers(than: Self.known)
        let delay = try stated("fixedDelayMilliseconds", .milliseconds) ?? 0
        var answer = Mock.Answer(try kind(fault), delay: .milliseconds(delay))
        answer.spread = try stated("delayDistribution", .distribution)
        return answer
    }

    /// Returns the value of a member, or `nil` if it is missing or `null`.
    private func stated<Value>(_ key: String, _ format: StubFormat<Value>) throws(StubError) -> Value? {
        try response.stated(key).map { value throws(StubError) in try format.read(value, key) }
    }

    private func kind(_ fault: Mock.Fault?) throws(StubError) -> Mock.Answer.Kind {
        if let fault { return .fault(fault, of: fault.isOfResponse ? try reply() : nil) }
        if let value = response.stated("fault") {
            guard let fault = value.string.flatMap({ Mock.Fault.wireMock[$0] }) else {
                throw .wrong("fault", "a known fault")
            }
            return .fault(fault)
        }
        if let upstream = try upstream() { return .proxy(upstream) }
        return .response(try reply() ?? Mock.Reply())
    }

    private func upstream() throws(StubError) -> Mock.Upstream? {
        guard response.stated("proxyBaseUrl") != nil else { return nil }
        func isStated(_ key: String) -> Bool { response[key].map { !$0.isEmptyOrNull } ?? false }
        let isTemplate = try transformers().contains(Self.templates)
        for key in ["headers"] + Self.bodies + ["chunkedDribbleDelay"] + (isTemplate ? ["transformers"] : [])
        where isStated(key) {
            throw StubError(message: "“\(key)” is not supported beside “proxyBaseUrl”.", key: key)
        }
        var upstream = Mock.Upstream("")
        try StubMember.read(StubMember.ofUpstream, of: response, into: &upstream)
        return upstream
    }

    // MARK: The response itself

    /// Returns the response, or `nil` if no member describes one.
    private func reply() throws(StubError) -> Mock.Reply? {
        let dribble = try stated("chunkedDribbleDelay", .dribble)
        let isWritten = Self.ofReply.contains { response.stated($0) != nil } || response["jsonBody"] != nil
        var templating = try templating()
        let isTransformed = try !transformers().isEmpty
        guard isWritten || dribble != nil || isTransformed else { return nil }
        if templating != nil {
            templating?.bodyFile = namedFile
            templating?.fillsInBody = response.stated("base64Body") == nil
        }
        let status = response.stated("status")?.int ?? 200
        guard status <= 0 || (200...999).contains(status) else {
            throw .wrong("status", "a final status, from 200 to 999")
        }
        var reply = Mock.Reply(
            status: status > 0 ? StatusCode(rawValue: status) : 200,
            reason: response.stated("statusMessage")?.string,
            headers: try stated("headers", .headers) ?? [:],
            body: try body(isNamedLater: templating?.bodyFile != nil))
        try reply.headers.checkResponseFraming(isTemplate: templating != nil)
        reply.dribble = dribble
        reply.templating = templating
        try check(reply)
        return reply
    }

    private func templating() throws(StubError) -> Mock.Templating? {
        let parameters = response.stated("transformerParameters")?.object ?? JSONObject()
        guard try transformers().contains(Self.templates) || fillsInAll else { return nil }
        return Mock.Templating(parameters: parameters)
    }

    /// Returns the names of transformers.
    ///
    /// As in WireMock, unknown names have no effect.
    private func transformers() throws(StubError) -> [String] { try stated("transformers", .names) ?? [] }

    /// The file whose name is a template.
    private var namedFile: Mock.NamedFile? {
        guard let name = response.stated("bodyFileName")?.string, name.contains("{{") else { return nil }
        return Mock.NamedFile(name) { [bodyFile] name in try? bodyFile(name) }
    }

    /// Checks the templates, so that an error is reported with its position.
    private func check(_ reply: Mock.Reply) throws(StubError) {
        try Result { () throws(MockError) in try reply.rendering?.check(reply) }
            .mapError { StubError.rejected($0, key: "response") }.get()
    }

    private func body(isNamedLater: Bool) throws(StubError) -> Body {
        let kinds = Self.bodies.filter { key in
            response[key].map { !$0.isNull || key == "jsonBody" } ?? false
        }
        guard kinds.count < 2 else { throw StubError(message: "it has more than one body.", key: kinds[1]) }
        guard let kind = kinds.first, let value = response[kind] else { return .none }
        if kind == "jsonBody" { return .bytes(value.serializedBytes()) }
        let text = try StubFormat.text().read(value, kind)
        switch kind {
        case "body": return .text(text)
        case "base64Body":
            guard let data = Data(base64Encoded: text) else { throw .wrong(kind, "base64") }
            return .bytes(Array(data))
        default: return isNamedLater ? .none : .file(path: try bodyFile(text))
        }
    }
}

import EngineHTTP
import EngineJSON
import EngineMocks
import FoundationEssentials

/// Writes one mock as a stub mapping that follows WireMock's schema.
struct StubWriter {
    let mock: Mock

    init(mock: Mock) {
        self.mock = mock
    }

    /// The stub, or `nil` for a mock without answers.
    var stub: JSONValue? {
        guard let answer = mock.answers.first else { return nil }
        var stub: JSONObject = [:]
        if mock.id.isUUID { stub["id"] = .string(mock.id) }
        if !hasMadeUpName { stub["name"] = .string(mock.name) }
        if mock.priority != 5 { stub["priority"] = JSONValue(mock.priority) }
        stub["request"] = .object(mock.match.stubRequest)
        stub["response"] = .object(response(answer))
        if let scenario = mock.scenario {
            stub["scenarioName"] = .string(scenario.name)
            stub["requiredScenarioState"] = scenario.required.map(JSONValue.string)
            stub["newScenarioState"] = scenario.next.map(JSONValue.string)
        }
        for key in StubReader.kept { stub[key] = mock.notes[key] }
        stub["metadata"] = metadata
        return .object(stub)
    }

    /// Returns whether an identifier only describes the position of its stub, so that it need not be written.
    static func isPlace(_ id: Mock.ID) -> Bool {
        let path = id.unicodeScalars.lastIndex(of: "#").map { id[..<$0] } ?? id[...]
        return path.hasSuffix(".json")
    }

    /// Indicates whether the name was derived from the route or the position of a stub without a name.
    private var hasMadeUpName: Bool {
        Self.isPlace(mock.id) && (mock.name == mock.match.label || mock.name == mock.id)
    }

    private var metadata: JSONValue? {
        var metadata = mock.notes["metadata"]?.object ?? JSONObject()
        metadata["inspector"] = StubExtras(mock).json(beside: metadata["inspector"]?.object ?? JSONObject())
        return metadata.isEmpty ? nil : .object(metadata)
    }

    private func response(_ answer: Mock.Answer) -> JSONObject {
        var response = JSONObject()
        switch answer.kind {
        case .response(let reply):
            add(reply, to: &response)
        case .fault(let fault, let reply):
            response["fault"] = fault.wireMockName.map(JSONValue.string)
            if let reply, fault.isOfResponse { add(reply, to: &response) }
        case .proxy(let upstream):
            StubMember<Mock.Upstream>.write(StubMember.ofUpstream, of: upstream, into: &response)
        case .computed, .passThrough:
            break
        }
        if answer.delay > .zero {
            response["fixedDelayMilliseconds"] = .wholeMilliseconds(answer.delay)
        }
        response["delayDistribution"] = answer.spread.flatMap { StubFormat.distribution.write($0) }
        if let names = mock.notes["transformers"], !names.isEmptyOrNull { response["transformers"] = names }
        response["transformerParameters"] =
            mock.notes["transformerParameters"] ?? response["transformerParameters"]
        return response
    }

    private func add(_ reply: Mock.Reply, to response: inout JSONObject) {
        response["status"] = JSONValue(reply.status.rawValue)
        response["statusMessage"] = reply.reason.map(JSONValue.string)
        response["headers"] = StubFormat.headers.write(reply.headers)
        add(reply.body, isText: reply.templating?.fillsInBody ?? true, to: &response)
        response["chunkedDribbleDelay"] = reply.dribble.flatMap { StubFormat.dribble.write($0) }
        if let templating = reply.templating {
            response["bodyFileName"] =
                (templating.bodyFile?.name).map(JSONValue.string) ?? response["bodyFileName"]
            if mock.notes["transformers"] == nil {
                response["transformers"] = [.string(StubResponseReader.templates)]
            }
            if !templating.parameters.isEmpty {
                response["transformerParameters"] = .object(templating.parameters)
            }
        }
    }

    private func add(_ body: Body, isText: Bool, to response: inout JSONObject) {
        switch body.content {
        case .none, .stream, .multipart, .typed:
            break
        case .file(let path):
            let name = mock.notes["bodyFileName"]?.string
            response["bodyFileName"] = .string(name.flatMap { path.hasSuffix($0) ? $0 : nil } ?? path)
        case .bytes, .data, .deferred:
            let bytes = body.bytes ?? []
            if isText, let text = String(validating: bytes, as: UTF8.self) {
                response["body"] = .string(text)
            } else {
                response["base64Body"] = .string(Data(bytes).base64EncodedString())
            }
        }
    }
}

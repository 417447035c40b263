import ClientEngine
import EngineJSON
import FoundationEssentials

/// Writes one mock as a stub mapping, in the words of WireMock's schema and no others.
struct StubWriter {
    private let mock: Mock

    init(_ mock: Mock) {
        self.mock = mock
    }

    /// The stub; nil for a mock without answers.
    var stub: JSONValue? {
        guard let answer = mock.answers.first else { return nil }
        var stub: JSONObject = [:]
        if mock.id.isUUID { stub["id"] = .string(mock.id) }
        if !hasMadeUpName { stub["name"] = .string(mock.name) }
        if mock.priority != 5 { stub["priority"] = .number(JSONNumber(mock.priority)) }
        stub["request"] = .object(StubMatchWriter(mock.match).request)
        stub["response"] = .object(response(answer))
        if let scenario = mock.scenario {
            stub["scenarioName"] = .string(scenario.name)
            stub["requiredScenarioState"] = scenario.required.map(JSONValue.string)
            stub["newScenarioState"] = scenario.next.map(JSONValue.string)
        }
        for key in ["persistent", "postServeActions", "serveEventListeners"] { stub[key] = mock.notes[key] }
        stub["metadata"] = metadata
        return .object(stub)
    }

    /// Whether the name says nothing but the route, or the place, of a stub that had none.
    private var hasMadeUpName: Bool {
        StubFile.isPlace(mock.id) && (mock.name == mock.match.label || mock.name == mock.id)
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
            add(upstream, to: &response)
        case .made, .passThrough:
            break
        }
        if answer.delay > .zero {
            response["fixedDelayMilliseconds"] = .milliseconds(answer.delay)
        }
        response["delayDistribution"] = answer.spread.map(distribution)
        if let parameters = mock.notes["transformerParameters"] {
            response["transformerParameters"] = parameters
        }
        return response
    }

    private func add(_ reply: Mock.Reply, to response: inout JSONObject) {
        response["status"] = .number(JSONNumber(reply.status))
        response["statusMessage"] = reply.reason.map(JSONValue.string)
        response["headers"] = headers(reply.headers)
        add(reply.body, to: &response)
        if let dribble = reply.dribble {
            response["chunkedDribbleDelay"] = [
                "numberOfChunks": .number(JSONNumber(dribble.chunks)),
                "totalDuration": .milliseconds(dribble.duration),
            ]
        }
        if let templating = reply.templating {
            response["bodyFileName"] =
                (templating.bodyFile?.name).map(JSONValue.string) ?? response["bodyFileName"]
            if mock.notes["transformers"] == nil { response["transformers"] = ["response-template"] }
            if !templating.parameters.isEmpty {
                response["transformerParameters"] = .object(templating.parameters)
            }
        }
    }

    private func add(_ upstream: Mock.Upstream, to response: inout JSONObject) {
        response["proxyBaseUrl"] = .string(upstream.base)
        response["proxyUrlPrefixToRemove"] = upstream.prefixToRemove.map(JSONValue.string)
        response["additionalProxyRequestHeaders"] = headers(upstream.addedHeaders)
        if !upstream.removedHeaders.isEmpty {
            response["removeProxyRequestHeaders"] = .array(upstream.removedHeaders.map(JSONValue.string))
        }
    }

    private func headers(_ headers: Headers) -> JSONValue? {
        guard !headers.isEmpty else { return nil }
        var object = JSONObject()
        for field in headers where object[field.name] == nil {
            let values = headers.values(of: field.name).map(JSONValue.string)
            guard !object.members.contains(where: { field.isNamed($0.name) }) else { continue }
            object[field.name] = values.count == 1 ? values[0] : .array(values)
        }
        return .object(object)
    }

    private func add(_ body: Body, to response: inout JSONObject) {
        switch body.content {
        case .none, .stream, .multipart, .typed:
            break
        case .file(let path):
            let name = mock.notes["bodyFileName"]?.string
            response["bodyFileName"] = .string(name.flatMap { path.hasSuffix($0) ? $0 : nil } ?? path)
        case .data, .inPlace, .deferred:
            let bytes = body.bytes ?? []
            if let text = String(validating: bytes, as: UTF8.self) {
                response["body"] = .string(text)
            } else {
                response["base64Body"] = .string(Data(bytes).base64EncodedString())
            }
        }
    }

    private func distribution(_ spread: DelayDistribution) -> JSONValue {
        func number(_ value: Double) -> JSONValue {
            if let whole = Int(exactly: value) { return .number(JSONNumber(whole)) }
            return JSONNumber(value).map(JSONValue.number) ?? 0
        }
        switch spread {
        case .fixed(let milliseconds): return ["type": "fixed", "milliseconds": number(Double(milliseconds))]
        case .uniform(let lower, let upper):
            return ["type": "uniform", "lower": number(Double(lower)), "upper": number(Double(upper))]
        case .logNormal(let median, let sigma, let maximum):
            var object: JSONObject = ["type": "lognormal", "median": number(median), "sigma": number(sigma)]
            object["maxValue"] = maximum.map(number)
            return .object(object)
        }
    }
}

extension JSONValue {
    /// A duration in whole milliseconds.
    fileprivate static func milliseconds(_ duration: Duration) -> JSONValue {
        .number(JSONNumber(Int(duration.milliseconds.rounded())))
    }
}

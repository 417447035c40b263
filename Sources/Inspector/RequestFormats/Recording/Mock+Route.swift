import ClientEngine
import ClientEngineRecording
import EngineJSON

extension Mock.Match {
    private static let largestBody = 64 << 10
    /// Parameters that differ each time and mean nothing to the answer.
    private static let volatile: Set<String> = [
        "_", "t", "ts", "time", "timestamp", "now", "nonce", "rand", "random", "cb", "cachebust",
        "cachebuster",
        "requestid", "request_id", "request-id", "traceid", "trace_id", "sig", "signature", "expires",
    ]

    /// Requests like this one: its method, its exact path, the steady parameters of its query, and its JSON body.
    ///
    /// In the body the order of lists does not matter, nor what a request has beyond it. What is secret never becomes
    /// part of the match, because mocks are written to files.
    public init(routeOf method: HTTPMethod, _ url: RequestURL, body: Body) {
        self.init(method: method, address: .path(url.path))
        query = Self.parameters(of: url).filter { !Self.volatile.contains($0.name.lowercased()) }
            .map { Mock.Condition($0.name, $0.value) }
        self.body = Self.json(in: body).map { [.equalToJSON($0)] } ?? []
    }

    /// Requests like a recorded one: its route, and its body whatever that is, as WireMock's recorder has it.
    ///
    /// Multipart bodies, whose borders differ each time, and bodies that name secrets are not compared.
    init(recording exchange: RecordedExchange) {
        self.init(routeOf: exchange.method, exchange.url, body: exchange.body)
        guard body.isEmpty, let bytes = exchange.body.bytes, !bytes.isEmpty, bytes.count <= Self.largestBody,
            exchange.contentType.map({ !MediaType($0).essence.hasPrefix("multipart/") }) ?? true
        else { return }
        var redaction = Redaction()
        guard redaction.body(bytes, contentType: exchange.contentType) == bytes else { return }
        if let value = try? JSONValue(parsing: bytes, maximumDepth: 64), Mock.JSONBody(value).hasPlaceholders
        {
            return
        }
        if let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) {
            body = [.equalTo(text, ignoringCase: false)]
        } else {
            body = [.binaryEqualTo(bytes)]
        }
    }

    /// Returns the parameters of a query that a file can say: each name once, and no secrets.
    package static func parameters(of url: RequestURL) -> [Mock.Parameter] {
        var names: Set<String> = []
        return Mock.Parameter.parameters(of: url).filter {
            !Redaction.isSecret(name: $0.name) && names.insert($0.name).inserted
        }
    }

    private static func json(in body: Body) -> Mock.JSONBody? {
        guard let bytes = body.bytes, bytes.count <= largestBody,
            let value = try? JSONValue(parsing: bytes, maximumDepth: 64),
            value.object != nil || value.array != nil, !Mock.JSONBody(value).hasPlaceholders
        else { return nil }
        return Mock.JSONBody(value.withoutSecrets, ignoresArrayOrder: true, ignoresExtraElements: true)
    }
}

extension JSONValue {
    fileprivate var withoutSecrets: JSONValue {
        switch self {
        case .object(let object):
            .object(
                JSONObject(
                    object.members.filter { !Redaction.isSecret(name: $0.name) }
                        .map { JSONObject.Member(name: $0.name, value: $0.value.withoutSecrets) }))
        case .array(let elements): .array(elements.map(\.withoutSecrets))
        case .null, .bool, .number, .string: self
        }
    }
}

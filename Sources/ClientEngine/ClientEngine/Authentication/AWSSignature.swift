internal import EngineSupport
import FoundationEssentials

/// The signature of one exchange with an ``AWSKey`` (Signature Version 4).
///
/// It depends only on the request, the digest of its body, and the time.
///
/// ```
/// method, path, query, fields, digest of the body ─▶ canonical request ─SHA-256─▶ text ─HMAC─▶ Authorization
/// ```
///
/// The signature covers `Host`, the fields of AWS, and all fields of the request except those that proxies change.
struct AWSSignature {
    private let key: AWSKey
    private let scope: AWSKey.Scope
    private let request: ExchangeRequest

    /// Creates the signature of an exchange.
    ///
    /// - Throws: `auth/queue` if the service is unknown.
    init(of request: ExchangeRequest, with key: AWSKey) throws(ClientError) {
        self.key = key
        self.request = request
        scope = try key.scope(for: request.url.host)
    }

    /// The value for a body that the signature does not cover.
    ///
    /// Only S3 accepts it.
    static let unsignedPayload = "UNSIGNED-PAYLOAD"
    private static let payloadField = "X-Amz-Content-Sha256"

    /// The digest of the body, if it need not be computed: the request has one, or S3 accepts a stream without one over
    /// TLS.
    ///
    /// - Throws: `auth/queue` for a stream that needs a digest.
    func declaredPayload() throws(ClientError) -> String? {
        if let named = request.headers[Self.payloadField] { return named }
        guard request.method != .head, let segments = try request.body.segments(),
            segments.contains(where: \.isStream)
        else { return nil }
        guard scope.sendsPathAsSigned, request.url.scheme == "https" else {
            throw ClientError(
                .auth, .queue,
                "the signature for AWS needs a digest of the body, and a stream has none before it is sent",
                hint:
                    "send bytes or a file, or set \(Self.payloadField) to \(Self.unsignedPayload) if the service allows it"
            )
        }
        return Self.unsignedPayload
    }

    /// Reads the body, and returns its digest.
    ///
    /// - Throws: `io/queue` if a file cannot be read.
    func payload() throws(ClientError) -> String {
        // libcurl sends no body with HEAD.
        let reader = request.method == .head ? BodyReader() : try BodyReader(request.body)
        return try SHA256.bytes(of: reader).hexadecimal
    }

    /// Returns the fields that sign the request, for a digest of its body.
    func headers(payload: String, at date: Date) -> Headers {
        let time = HTTPDate(date).basicText
        var signed: Headers = ["X-Amz-Date": time, Self.payloadField: payload]
        if let token = key.sessionToken { signed.add("X-Amz-Security-Token", token) }
        let fields = canonicalFields(with: signed)
        let names = fields.map(\.name).joined(separator: ";")
        let canonical = [
            request.method.rawValue, canonicalPath, canonicalQuery,
            fields.map { "\($0.name):\($0.value)\n" }.joined(), names, payload,
        ].joined(separator: "\n")
        let place = "\(time.prefix(8))/\(scope.region)/\(scope.service)/aws4_request"
        let digest = SHA256.bytes(of: [Array(canonical.utf8)]).hexadecimal
        let text = "AWS4-HMAC-SHA256\n\(time)\n\(place)\n\(digest)"
        let signature = SHA256.bytes(of: text.utf8, key: signingKey(for: place)).hexadecimal
        signed.add(
            "Authorization",
            "AWS4-HMAC-SHA256 Credential=\(key.accessKeyID)/\(place), SignedHeaders=\(names), Signature=\(signature)"
        )
        return signed
    }

    /// Returns the key for a day, a region and a service, derived from the secret key.
    private func signingKey(for place: String) -> [UInt8] {
        place.split(at: "/").reduce(Array("AWS4\(key.secretAccessKey)".utf8)) {
            SHA256.bytes(of: $1.utf8, key: $0)
        }
    }

    /// The path in canonical form.
    ///
    /// S3 encodes the decoded path once. Other services remove dot segments and empty segments, and encode the path as
    /// sent.
    private var canonicalPath: String {
        let path = request.url.path
        if scope.sendsPathAsSigned {
            let bytes = path.utf8.percentDecoded.flatMap { byte in
                byte == 0x2F || byte.isUnreservedInURL ? [byte] : byte.percentEncoded
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        var segments: [Substring] = []
        for segment in path.split(at: "/") where segment != "." {
            if segment == ".." { _ = segments.popLast() } else { segments.append(segment) }
        }
        let end = path.hasSuffix("/") && !segments.isEmpty ? "/" : ""
        return "/" + segments.map { $0.percentEncoded }.joined(separator: "/") + end
    }

    /// The pairs of the query, decoded and encoded again, sorted by their bytes.
    private var canonicalQuery: String {
        guard let query = request.url.query, !query.isEmpty else { return "" }
        return query.split(at: "&", omittingEmptySubsequences: false).map { pair in
            let (name, value) = pair.cut(at: "=") ?? (pair, "")
            return (name: Self.encoded(name), value: Self.encoded(value))
        }
        .sorted { ($0.name, $0.value) < ($1.name, $1.value) }
        .map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    private static func encoded(_ text: Substring) -> String {
        let bytes = text.utf8.formDecoded.flatMap { $0.isUnreservedInURL ? [$0] : $0.percentEncoded }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func canonicalFields(with added: Headers) -> [(name: String, value: String)] {
        var values: [String: [String]] = ["host": [request.headers["Host"] ?? request.url.hostField]]
        for field in request.headers where added[field.name] == nil {
            let name = field.name.lowercased()
            if name != "host", !Self.unsigned.contains(name) { values[name, default: []].append(field.value) }
        }
        for field in added { values[field.name.lowercased()] = [field.value] }
        return values.sorted { $0.key < $1.key }.map { name, values in
            (name, values.map(\.withSingleBlanks).joined(separator: ","))
        }
    }

    /// Fields that the client or a proxy may change, or that are secret.
    private static let unsigned: Set<String> = [
        "accept-encoding", "authorization", "cache-control", "connection", "content-length", "cookie",
        "expect", "from",
        "keep-alive", "max-forwards", "pragma", "proxy-authorization", "referer", "te", "trailer",
        "transfer-encoding",
        "upgrade", "user-agent", "via", "x-amzn-trace-id", "x-forwarded-for",
    ]
}

extension String {
    /// The text with each run of blanks replaced by one space.
    fileprivate var withSingleBlanks: String {
        replacing("\t", with: " ").split(at: " ").joined(separator: " ")
    }
}

extension BodySegment {
    fileprivate var isStream: Bool { if case .stream = self { true } else { false } }
}

extension RequestURL {
    /// The `Host` field as libcurl sends it, without the default port of the scheme.
    fileprivate var hostField: String {
        port == (scheme == "https" ? 443 : 80) ? host : "\(host):\(port)"
    }
}

import JSON

/// A request as mocks look at it; its parts are taken out of it when the first mock asks for them.
struct MockedRequest {
    /// The method in capitals.
    let method: String
    let url: RequestURL
    let headers: Headers
    let path: PathComponents
    private let body: Body

    init(method: Method, url: RequestURL, headers: Headers, body: Body) {
        self.method = method.rawValue.uppercased()
        self.url = url
        self.headers = headers
        self.body = body
        path = PathComponents(url.path)
    }

    /// The parameters of the query, decoded.
    lazy var parameters = Set(Mock.Parameter.parameters(of: url))

    /// The body as JSON; nil where it is none.
    lazy var json: JSONValue? = {
        switch body.content {
        case .none, .stream, .multipart, .typed: return nil
        case .data, .deferred: return body.bytes.flatMap { try? JSONValue(parsing: $0) }
        case .file:
            guard let bytes = try? BodyReader(body).readAll() else { return nil }
            return try? JSONValue(parsing: bytes)
        }
    }()
}

extension Mock.Parameter {
    /// The parameters of a URL's query in their order, decoded: `+` is a space there.
    public static func parameters(of url: RequestURL) -> [Mock.Parameter] {
        parameters(ofQuery: url.query ?? "")
    }

    /// The parameters of a query without its question mark.
    static func parameters(ofQuery query: some StringProtocol) -> [Mock.Parameter] {
        Substring(query).utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let parts = pair.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return Mock.Parameter(decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    private static func decoded(_ text: Substring.UTF8View) -> String {
        String(decoding: text.formDecoded, as: UTF8.self)
    }
}

import EngineHTTP
import EngineJSON

/// A request as mocks look at it; its parts are taken out of it when the first mock asks for them.
public struct MockedRequest: Sendable {
    /// The method.
    public var method: HTTPMethod { facts.method }
    /// The absolute URL.
    public var url: RequestURL { facts.url }
    /// The fields.
    public var headers: Headers { facts.headers }
    /// The address of the client: `127.0.0.1` for requests of this process.
    public var clientIP: String { facts.clientIP }
    package var path: PathComponents { facts.path }
    /// The method in capitals.
    package var verb: String { facts.verb }
    /// The body.
    public var body: Body { facts.body }
    private let facts: Facts
    private var file = File.untouched

    /// What does not change; behind one reference, for the request is copied for each store that is asked.
    private final class Facts: Sendable {
        let method: HTTPMethod
        let url: RequestURL
        let headers: Headers
        let clientIP: String
        let path: PathComponents
        let verb: String
        let body: Body

        init(_ method: HTTPMethod, _ url: RequestURL, _ headers: Headers, _ body: Body, _ clientIP: String) {
            self.method = method
            self.url = url
            self.headers = headers
            self.body = body
            self.clientIP = clientIP
            path = PathComponents(url.path)
            verb = method.rawValue.uppercased()
        }
    }

    /// The state of a body that stands in a file.
    private enum File {
        /// Nobody has asked for it.
        case untouched
        /// Somebody has, who must not wait for a disk: what was found out without it does not hold.
        case wanted
        /// Its bytes; nil where it cannot be read, or is too large.
        case read([UInt8]?)
    }

    /// Creates a request, to ask a ``MockMatcher`` about it.
    public init(
        method: HTTPMethod, url: RequestURL, headers: Headers, body: Body, clientIP: String = "127.0.0.1"
    ) {
        facts = Facts(method, url, headers, body, clientIP)
    }

    /// The parameters of the query in their order, decoded.
    public private(set) lazy var parameters = Mock.Parameter.parameters(of: url)

    /// The cookies that it sends, without quotation marks.
    public private(set) lazy var cookies = headers.values(of: "Cookie").flatMap { line in
        line.split(at: ";").compactMap { pair -> Mock.Parameter? in
            let parts = pair.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            return Mock.Parameter(String(parts[0]).trimmed, String(parts[1]).trimmed.withoutQuotes)
        }
    }

    /// The parameters of a form; none where the body is no form.
    public private(set) lazy var form: [Mock.Parameter] = {
        let type = headers["Content-Type"] ?? body.contentType ?? ""
        guard type.lowercased().hasPrefix("application/x-www-form-urlencoded"), let text = content?.text
        else {
            return []
        }
        return Mock.Parameter.parameters(ofQuery: text)
    }()

    /// The body; nil where there is none, it is empty, or it cannot be read before it is sent.
    ///
    /// A file is not read here, see ``readingFile()``.
    public package(set) lazy var content: MatchedValue? = bytes.flatMap {
        $0.isEmpty ? nil : MatchedValue(bytes: $0)
    }

    var wantsFile: Bool { if case .wanted = file { true } else { false } }

    /// Returns the request with a body that stands in a file in memory; waits for the disk.
    ///
    /// Anything asked for before is asked for anew.
    public func readingFile() -> MockedRequest {
        guard case .file = body.content else { return self }
        if case .read = file { return self }
        var read = MockedRequest(method: method, url: url, headers: headers, body: body, clientIP: clientIP)
        read.file = .read(fileBytes)
        return read
    }

    /// The path and query as they were written.
    public var target: String { url.path + (url.query.map { "?" + $0 } ?? "") }

    private var bytes: [UInt8]? {
        mutating get {
            switch body.content {
            case .none, .stream, .typed: return nil
            case .bytes, .data, .deferred: return body.bytes
            case .multipart: return memoryBytes
            case .file:
                if case .read(let bytes) = file { return bytes }
                file = .wanted
                return nil
            }
        }
    }

    private static let largestFile = 64 << 20

    private var fileBytes: [UInt8]? {
        guard let reader = try? BodyReader(body), (reader.length ?? 0) <= Self.largestFile else { return nil }
        return try? reader.readAll()
    }

    /// The bytes of a form whose parts are all in memory.
    private var memoryBytes: [UInt8]? {
        guard let segments = try? body.segments() else { return nil }
        var bytes: [UInt8] = []
        for segment in segments {
            switch segment {
            case .bytes(let part): bytes += part
            case .data(let data): bytes += data
            case .file, .stream: return nil
            }
        }
        return bytes
    }
}

extension String {
    /// The value of a cookie without the quotation marks around it and the backslashes before escaped characters.
    fileprivate var withoutQuotes: String {
        guard utf8.count > 1, utf8.first == UInt8(ascii: "\""), utf8.last == UInt8(ascii: "\"") else {
            return self
        }
        var text = ""
        var rest = unicodeScalars.dropFirst().dropLast()
        while let scalar = rest.popFirst() {
            text.unicodeScalars.append(scalar == "\\" ? rest.popFirst() ?? scalar : scalar)
        }
        return text
    }
}

extension [Mock.Parameter] {
    package func values(of name: String) -> [String] {
        filter { $0.name == name }.map(\.value)
    }
}

extension Mock.Parameter {
    /// Returns the parameters of a URL's query in their order, decoded: `+` is a space there.
    public static func parameters(of url: RequestURL) -> [Mock.Parameter] {
        parameters(ofQuery: url.query ?? "")
    }

    /// Returns the parameters of a query in their order, decoded: `+` is a space there.
    public static func parameters(ofQuery query: some StringProtocol) -> [Mock.Parameter] {
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

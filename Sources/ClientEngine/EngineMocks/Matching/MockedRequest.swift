import EngineHTTP
import EngineJSON

/// A request as mocks match it.
///
/// Its parts are parsed when the first mock needs them.
public struct MockedRequest: Sendable {
    /// The method.
    public var method: HTTPMethod { facts.method }
    /// The absolute URL.
    public var url: RequestURL { facts.url }
    /// The header fields.
    public var headers: Headers { facts.headers }
    /// The address of the client, which is `127.0.0.1` for requests of this process.
    public var clientIP: String { facts.clientIP }
    package var path: PathComponents { facts.path }
    /// The method in upper case.
    package var verb: String { facts.verb }
    /// The body.
    public var body: Body { facts.body }
    private let facts: Facts
    private var file = File.untouched

    /// The immutable parts, in one object, because the request is copied for each store.
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

    /// The state of a body that is a file.
    private enum File {
        /// No matcher has needed the body.
        case untouched
        /// A matcher that must not wait for the disk has needed the body.
        ///
        /// Its result is not valid.
        case wanted
        /// The bytes, or `nil` if the file cannot be read or is too large.
        case read([UInt8]?)
    }

    /// Creates a request that a ``MockMatcher`` can test.
    public init(
        method: HTTPMethod, url: RequestURL, headers: Headers, body: Body, clientIP: String = "127.0.0.1"
    ) {
        facts = Facts(method, url, headers, body, clientIP)
    }

    /// The decoded parameters of the query, in order.
    public private(set) lazy var parameters = Mock.Parameter.parameters(of: url)

    /// The cookies of the request, without quotation marks.
    public private(set) lazy var cookies = headers.values(of: "Cookie").flatMap { line in
        line.split(at: ";").compactMap { pair -> Mock.Parameter? in
            let parts = pair.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            return Mock.Parameter(String(parts[0]).trimmed, String(parts[1]).trimmed.withoutQuotes)
        }
    }

    /// The parameters of a form, or an empty array if the body is not a form.
    public private(set) lazy var form: [Mock.Parameter] = {
        let type = headers["Content-Type"] ?? body.contentType ?? ""
        guard type.lowercased().hasPrefix("application/x-www-form-urlencoded"), let text = content?.text
        else {
            return []
        }
        return Mock.Parameter.parameters(ofQuery: text)
    }()

    /// The body, or `nil` if it is missing or empty, or cannot be read before it is sent.
    ///
    /// This property does not read a file; see ``readingFile()``.
    public package(set) lazy var content: MatchedValue? = bytes.flatMap {
        $0.isEmpty ? nil : MatchedValue(bytes: $0)
    }

    var wantsFile: Bool { if case .wanted = file { true } else { false } }

    /// Returns the request with the content of its body file in memory.
    ///
    /// The method waits for the disk. Other parts are parsed again when they are needed.
    public func readingFile() -> MockedRequest {
        guard case .file = body.content else { return self }
        if case .read = file { return self }
        var read = MockedRequest(method: method, url: url, headers: headers, body: body, clientIP: clientIP)
        read.file = .read(fileBytes)
        return read
    }

    /// The path and the query as written.
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

    /// The bytes of a form, or `nil` if one of its parts is not in memory.
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
    /// The value of a cookie without the surrounding quotation marks and without the backslashes of escapes.
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
    /// Returns the decoded parameters of a URL's query, in order.
    ///
    /// `+` is a space.
    public static func parameters(of url: RequestURL) -> [Mock.Parameter] {
        parameters(ofQuery: url.query ?? "")
    }

    /// Returns the decoded parameters of a query, in order.
    ///
    /// `+` is a space.
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

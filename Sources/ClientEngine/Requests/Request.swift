/// Says what to ask of which server, and how: a plain value that can be sent any number of times.
public struct Request: Sendable, Hashable {
    /// What to do.
    public var method: Method
    /// Where: an absolute URL, or one relative to the client's base URL.
    public var url: String
    /// The fields to send, in order.
    ///
    /// Names or values that cannot be sent fail the task before anything is sent.
    public var headers: Headers
    /// What to send after the head.
    public var body: Body
    /// A name for people; the `@name` of a saved request.
    public var name: String?
    /// Whether 3xx answers with a usable Location are followed; nil takes the client's setting.
    public var followsRedirects: Bool?
    /// When to try again; nil takes the client's policy.
    public var retry: RetryPolicy?
    /// Who sends it, proved to the origin of ``url`` alone; nil takes the client's credentials inside of its base URL.
    public var authentication: Credentials?
    /// Whether sending twice is as good as once; nil goes by the method (RFC 9110, section 9.2.2).
    public var isIdempotent: Bool?
    /// How long each part may take; nil takes the client's deadlines.
    public var deadlines: Deadlines?
    /// How long one attempt may take, redirects included.
    public var timeout: Duration?
    /// How long the whole task may take, waits between attempts included.
    public var deadline: Duration?
    /// How urgent it is; a task's own ``RequestTask/priority`` can be changed while it waits.
    public var priority = Priority.normal
    /// Who stands around the task, besides or instead of the client's interceptors.
    public var interception = Interception.inherited
    /// Whether the body of the response is kept, in the record and for the response.
    ///
    /// Where it is not, only events carry it, as it is on the wire, and the limit on collected bodies does not hold: a
    /// body of any size passes in little memory. ``BodyDecoder`` takes its coding off.
    public var keepsBody: Bool
    /// Whether the activity counter counts this request.
    public var countsAsActivity: Bool
    /// Answers every exchange of this request's task, before the client's mocks and the network are asked.
    ///
    /// It answers this request whatever its ``Mock/match`` says, also while the client's mocks are off. Each task begins
    /// its answers anew; after ``Mock/times`` of them it steps aside.
    public var mock: Mock?

    /// Creates a request.
    public init(method: Method = .get, url: String, headers: Headers = [:], body: Body = .none) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        keepsBody = true
        countsAsActivity = true
    }

    /// Makes a GET request, with query parameters added behind those of the URL.
    public static func get(_ url: String, query: KeyValuePairs<String, String> = [:]) -> Request {
        Request(url: url.appendingQuery(query))
    }

    /// Makes a POST request.
    public static func post(_ url: String, body: Body = .none) -> Request {
        Request(method: .post, url: url, body: body)
    }

    /// Makes a PUT request.
    public static func put(_ url: String, body: Body = .none) -> Request {
        Request(method: .put, url: url, body: body)
    }

    /// Makes a PATCH request.
    public static func patch(_ url: String, body: Body = .none) -> Request {
        Request(method: .patch, url: url, body: body)
    }

    /// Makes a DELETE request.
    public static func delete(_ url: String) -> Request {
        Request(method: .delete, url: url)
    }

    /// Makes a HEAD request.
    public static func head(_ url: String) -> Request {
        Request(method: .head, url: url)
    }

    /// A copy changed by the closure, for chaining.
    public func with(_ change: (inout Request) -> Void) -> Request {
        var copy = self
        change(&copy)
        return copy
    }
}

extension String {
    /// The URL with parameters behind its query and before its fragment, every reserved byte escaped (space as `%20`).
    func appendingQuery(_ query: KeyValuePairs<String, String>) -> String {
        guard !query.isEmpty else { return self }
        let pairs = query.map { "\($0.queryEscaped)=\($1.queryEscaped)" }.joined(separator: "&")
        let fragment = firstIndex(of: "#") ?? endIndex
        let head = self[..<fragment]
        let separator = !head.contains("?") ? "?" : head.hasSuffix("?") || head.hasSuffix("&") ? "" : "&"
        return head + separator + pairs + self[fragment...]
    }

    /// The text with everything escaped but ASCII letters, digits and `*-._` (the form serialiser's set).
    var queryEscaped: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var out: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2A, 0x2D, 0x2E, 0x5F: out.append(byte)
            default: out += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}

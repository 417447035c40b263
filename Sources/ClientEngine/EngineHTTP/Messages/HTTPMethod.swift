/// Names what a request asks the server to do (RFC 9110, section 9): one of the usual names or any other token.
public struct HTTPMethod: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The name as it goes on the wire; case is significant.
    public let rawValue: String

    /// Creates a method from its name, which is kept as written.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a method from its name.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// The name.
    public var description: String { rawValue }

    /// Asks for a representation of the target.
    public static let get: HTTPMethod = "GET"
    /// Asks for what GET would answer, without the content.
    public static let head: HTTPMethod = "HEAD"
    /// Asks the target to process the content.
    public static let post: HTTPMethod = "POST"
    /// Replaces the target with the content.
    public static let put: HTTPMethod = "PUT"
    /// Changes the target as the content says (RFC 5789).
    public static let patch: HTTPMethod = "PATCH"
    /// Removes the target.
    public static let delete: HTTPMethod = "DELETE"
    /// Asks what can be done with the target.
    public static let options: HTTPMethod = "OPTIONS"
    /// Asks for the request as the server saw it.
    public static let trace: HTTPMethod = "TRACE"
    /// Asks a proxy for a tunnel.
    public static let connect: HTTPMethod = "CONNECT"

    /// Indicates whether sending the request twice does the same as sending it once (RFC 9110, section 9.2.2).
    public var isIdempotent: Bool {
        switch self {
        case .get, .head, .put, .delete, .options, .trace: true
        default: false
        }
    }

    /// Indicates whether requests with it bring content, be it none (RFC 9110, section 9.3).
    package var bringsContent: Bool {
        switch self {
        case .post, .put, .patch: true
        default: false
        }
    }

    /// Indicates whether the name can be sent: whether it is a token (RFC 9110, section 5.6.2).
    public var isToken: Bool {
        rawValue.isToken
    }
}

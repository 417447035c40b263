/// The method of a request (RFC 9110, section 9): one of the registered names, or any other token.
public struct HTTPMethod: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The name as it is sent.
    ///
    /// Case is significant.
    public let rawValue: String

    /// Creates a method from its name, which stays unchanged.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a method from a literal.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// The name.
    public var description: String { rawValue }

    /// Asks for a representation of the target.
    public static let get: HTTPMethod = "GET"
    /// Asks for the head of the response to GET, without the content.
    public static let head: HTTPMethod = "HEAD"
    /// Asks the target to process the content.
    public static let post: HTTPMethod = "POST"
    /// Replaces the target with the content.
    public static let put: HTTPMethod = "PUT"
    /// Changes the target according to the content (RFC 5789).
    public static let patch: HTTPMethod = "PATCH"
    /// Removes the target.
    public static let delete: HTTPMethod = "DELETE"
    /// Asks for the methods and options that the target supports.
    public static let options: HTTPMethod = "OPTIONS"
    /// Asks the server to return the request as it arrived.
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

    /// Indicates whether requests with this method have content, even if it is empty (RFC 9110, section 9.3).
    package var bringsContent: Bool {
        switch self {
        case .post, .put, .patch: true
        default: false
        }
    }

    /// Indicates whether the name is a token, so that it can be sent (RFC 9110, section 5.6.2).
    public var isToken: Bool {
        rawValue.isToken
    }
}

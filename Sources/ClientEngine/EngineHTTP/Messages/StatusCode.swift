/// The status code of a response (RFC 9110, section 15).
///
/// Any number is accepted. Compare it with literals, ranges and names: `status == 404`, `case 200..<300`,
/// `status == .notFound`.
public struct StatusCode: RawRepresentable, Sendable, Hashable, Codable, Comparable,
    ExpressibleByIntegerLiteral,
    CustomStringConvertible
{
    /// The class of a status: its first digit.
    public enum Class: Int, Sendable, Hashable, CaseIterable {
        /// 1xx: a final response will follow.
        case informational = 1
        /// 2xx: the server accepted the request.
        case success
        /// 3xx: the client must take further action.
        case redirection
        /// 4xx: the request contains an error.
        case clientError
        /// 5xx: the server failed.
        case serverError
    }

    /// The number.
    public var rawValue: Int

    /// Creates a status from its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Creates a status from its number.
    public init(integerLiteral value: Int) { rawValue = value }

    /// The class, or `nil` for a number outside 100…599.
    public var `class`: Class? { Class(rawValue: rawValue / 100) }

    /// The registered reason phrase, or an empty text if there is none.
    public var reason: String { Self.reasons[rawValue] ?? "" }

    /// The number, such as `404`.
    public var description: String { "\(rawValue)" }

    /// Orders statuses by their numbers.
    public static func < (left: StatusCode, right: StatusCode) -> Bool { left.rawValue < right.rawValue }
}

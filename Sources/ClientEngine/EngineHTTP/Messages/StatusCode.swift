/// The status of an answer (RFC 9110, section 15): any number, many of which have a name.
///
/// Compares with literals, ranges and names: `status == 404`, `case 200..<300`, `status == .notFound`.
public struct StatusCode: RawRepresentable, Sendable, Hashable, Codable, Comparable,
    ExpressibleByIntegerLiteral,
    CustomStringConvertible
{
    /// The classes of statuses, by their first digit.
    public enum Class: Int, Sendable, Hashable, CaseIterable {
        /// 1xx: the final answer is still to come.
        case informational = 1
        /// 2xx: it was done.
        case success
        /// 3xx: there is more to do.
        case redirection
        /// 4xx: the request is at fault.
        case clientError
        /// 5xx: the server is at fault.
        case serverError
    }

    /// The number.
    public var rawValue: Int

    /// Creates a status from its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Creates a status from its number.
    public init(integerLiteral value: Int) { rawValue = value }

    /// The class; nil for a number outside of 100…599.
    public var `class`: Class? { Class(rawValue: rawValue / 100) }

    /// The usual reason phrase; empty for a number that has none.
    public var reason: String { Self.reasons[rawValue] ?? "" }

    /// The number, such as `404`.
    public var description: String { "\(rawValue)" }

    /// Orders statuses by their numbers.
    public static func < (left: StatusCode, right: StatusCode) -> Bool { left.rawValue < right.rawValue }
}

internal import EngineSupport

/// The statuses that are accepted before the client parses a response into a value.
public struct StatusRule: Sendable, Hashable {
    private enum Kind: Sendable, Hashable {
        case range(ClosedRange<StatusCode>)
        case judged(IdentityBox<@Sendable (StatusCode) -> Bool>)
    }

    private let kind: Kind

    /// 2xx.
    public static let successful = range(200...299)
    /// Every status.
    public static let anyStatus = range(0...999)

    /// Accepts the statuses in a closed range.
    public static func range(_ statuses: ClosedRange<StatusCode>) -> StatusRule {
        StatusRule(kind: .range(statuses))
    }

    /// Accepts the statuses for which `isGood` returns `true`.
    ///
    /// The client calls the closure in the Swift task that parses, not on the caller's thread. Such a rule is equal
    /// only to its copies.
    public static func matching(_ isGood: @escaping @Sendable (StatusCode) -> Bool) -> StatusRule {
        StatusRule(kind: .judged(IdentityBox(closure: isGood)))
    }

    /// Returns whether the rule accepts `status`.
    public func accepts(_ status: StatusCode) -> Bool {
        switch kind {
        case .range(let statuses): statuses.contains(status)
        case .judged(let isGood): isGood.object(status)
        }
    }
}

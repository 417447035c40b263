internal import EngineSupport

/// Says which statuses are good enough for an answer to be made into a value.
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

    /// Returns the statuses from one to another, both included.
    public static func range(_ statuses: ClosedRange<StatusCode>) -> StatusRule {
        StatusRule(kind: .range(statuses))
    }

    /// Returns the statuses for which the closure returns true.
    ///
    /// It is called off the caller's thread, in the Swift task that parses. Such a rule is equal to its copies alone.
    public static func matching(_ isGood: @escaping @Sendable (StatusCode) -> Bool) -> StatusRule {
        StatusRule(kind: .judged(IdentityBox(closure: isGood)))
    }

    /// Returns whether the rule accepts a status.
    public func accepts(_ status: StatusCode) -> Bool {
        switch kind {
        case .range(let statuses): statuses.contains(status)
        case .judged(let isGood): isGood.object(status)
        }
    }
}

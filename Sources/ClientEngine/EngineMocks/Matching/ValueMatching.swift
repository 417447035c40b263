import FoundationEssentials

/// A condition that ``ValueMatcher`` has no case for, such as a JSONPath.
///
/// Two equal conditions must accept the same values: replacing a mock by one with equal conditions changes nothing.
public protocol ValueMatching: Sendable, Hashable {
    /// Checks the condition.
    ///
    /// Called before a store accepts the mock, on the thread that adds it.
    func check() throws(MockError)

    /// Returns whether a value is accepted.
    ///
    /// `nil` represents a missing value. Called on any thread while the store is locked. It must not wait, and must not
    /// use the store.
    func accepts(_ value: inout MatchedValue?, at now: Date) -> Bool

    /// Returns what the condition found in a value, to explain a mismatch to a person.
    ///
    /// `nil` shows the value itself.
    func findings(in value: inout MatchedValue?) -> String?
}

extension ValueMatching {
    /// Does nothing.
    public func check() throws(MockError) {}

    /// Returns `nil`.
    public func findings(in value: inout MatchedValue?) -> String? { nil }

    fileprivate func isEqual(to other: any ValueMatching) -> Bool { (other as? Self) == self }
}

/// A type-erased ``ValueMatching``, which equals others of the same type and value.
public struct AnyValueMatching: Sendable, Hashable {
    /// The condition.
    public let base: any ValueMatching

    /// Wraps a condition.
    public init(_ base: some ValueMatching) {
        self.base = base
    }

    /// Returns whether both contain equal conditions of the same type.
    public static func == (left: AnyValueMatching, right: AnyValueMatching) -> Bool {
        left.base.isEqual(to: right.base)
    }

    /// Hashes the condition.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(base)
    }
}

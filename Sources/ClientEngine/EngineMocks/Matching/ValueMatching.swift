import FoundationEssentials

/// A condition that ``ValueMatcher`` has no case for, such as a JSONPath.
///
/// A store asks for it only where a mock has one. Conditions that are equal must accept the same values: a mock whose
/// conditions are equal to those of the mock it replaces changes nothing.
public protocol ValueMatching: Sendable, Hashable {
    /// Checks that it can be used; called before a store takes the mock, on the thread that adds it.
    func check() throws(MockError)

    /// Returns whether a value is accepted; nil is one that is not there.
    ///
    /// Called on any thread, with the store locked, so it must not wait and not use the store.
    func accepts(_ value: inout MatchedValue?, at now: Date) -> Bool

    /// Returns what it finds in a value, for a person who asks why the value is not accepted; nil shows the value itself.
    func findings(in value: inout MatchedValue?) -> String?
}

extension ValueMatching {
    /// Accepts every condition.
    public func check() throws(MockError) {}

    /// Finds nothing.
    public func findings(in value: inout MatchedValue?) -> String? { nil }

    fileprivate func isEqual(to other: any ValueMatching) -> Bool { (other as? Self) == self }
}

/// Any ``ValueMatching``, equal to those of the same type and value.
public struct AnyValueMatching: Sendable, Hashable {
    /// The condition itself.
    public let base: any ValueMatching

    /// Wraps a condition.
    public init(_ base: some ValueMatching) {
        self.base = base
    }

    /// Returns whether both hold equal conditions of the same type.
    public static func == (left: AnyValueMatching, right: AnyValueMatching) -> Bool {
        left.base.isEqual(to: right.base)
    }

    /// Hashes the condition.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(base)
    }
}

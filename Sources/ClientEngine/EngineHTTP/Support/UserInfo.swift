/// Values that a program attaches to a request before it sends it: of any type, readable in interceptors, mocks, events and records.
///
/// They stay in this process. A note that becomes part of the record, and of files made from it, is an `Annotation` of the task. The
/// way in which a request came about is its `Provenance`.
///
/// ```swift
/// extension UserInfo.Key<Int> {
///     static let customer = UserInfo.Key<Int>("customer")
/// }
/// let request = Request.get("orders").userInfo(.customer, 7)
/// ```
public struct UserInfo: Sendable, Hashable {
    /// Names a value and its type; keys of one name but different types do not meet.
    public struct Key<Value: Sendable & Hashable>: Sendable, Hashable {
        /// The name.
        public let name: String

        /// Creates a key.
        public init(_ name: String) {
            self.name = name
        }
    }

    /// A value whose type only its key knows.
    private struct Entry: Sendable, Hashable {
        var value: any (Sendable & Hashable)

        static func == (left: Entry, right: Entry) -> Bool {
            AnyHashable(left.value) == AnyHashable(right.value)
        }

        func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
    }

    private struct Name: Sendable, Hashable {
        var name: String
        var type: ObjectIdentifier
    }

    private var entries: [Name: Entry] = [:]

    /// Creates one without values.
    public init() {}

    /// Indicates whether there are no values.
    public var isEmpty: Bool { entries.isEmpty }

    /// The value behind a key; setting nil removes it.
    public subscript<Value>(key: Key<Value>) -> Value? {
        get {
            if entries.isEmpty { return nil }
            return entries[Name(name: key.name, type: ObjectIdentifier(Value.self))]?.value as? Value
        }
        set {
            entries[Name(name: key.name, type: ObjectIdentifier(Value.self))] = newValue.map {
                Entry(value: $0)
            }
        }
    }

    /// Returns the values with others taken in, which win.
    public func merging(_ others: UserInfo) -> UserInfo {
        var copy = self
        copy.entries.merge(others.entries) { $1 }
        return copy
    }
}

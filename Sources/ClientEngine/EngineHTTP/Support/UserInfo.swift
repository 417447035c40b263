/// Values of any type that a program attaches to a request, and reads in interceptors, mocks, events and records.
///
/// They stay in this process. To add a note to the record, and to files made from it, use an `Annotation` of the task.
/// The `Provenance` of a request says how it was made.
///
/// ```swift
/// extension UserInfo.Key<Int> {
///     static let customer = UserInfo.Key<Int>("customer")
/// }
/// let request = Request.get("orders").userInfo(.customer, 7)
/// ```
public struct UserInfo: Sendable, Hashable {
    /// The name and the type of a value.
    ///
    /// Keys with the same name and different types are different.
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

    /// Creates an empty collection of values.
    public init() {}

    /// Indicates whether there are no values.
    public var isEmpty: Bool { entries.isEmpty }

    /// The value for a key, or `nil` if there is none.
    ///
    /// Setting `nil` removes it.
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

    /// Returns the values merged with `others`, which replace values with the same key.
    public func merging(_ others: UserInfo) -> UserInfo {
        var copy = self
        copy.entries.merge(others.entries) { $1 }
        return copy
    }
}

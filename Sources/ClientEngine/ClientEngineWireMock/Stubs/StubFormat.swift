import EngineHTTP
import EngineJSON
import EngineMocks

/// The format of a value in a stub mapping, for reading and for writing.
struct StubFormat<Value>: Sendable {
    /// Parses the value of a member.
    ///
    /// Errors contain the key.
    let read: @Sendable (_ value: JSONValue, _ key: String) throws(StubError) -> Value
    /// Returns the value as JSON, or `nil` for the default.
    let write: @Sendable (Value) -> JSONValue?

    var optional: StubFormat<Value?> {
        StubFormat<Value?> { [read] value, key throws(StubError) in
            try read(value, key)
        } write: { [write] in
            $0.flatMap(write)
        }
    }
}

extension StubFormat<Int> {
    /// Returns the format of a number in a range.
    ///
    /// `expected` describes it, such as “a port”.
    static func int(_ range: ClosedRange<Int>, _ expected: String) -> StubFormat {
        StubFormat { value, key throws(StubError) in
            guard let number = value.int, range.contains(number) else { throw .wrong(key, expected) }
            return number
        } write: {
            JSONValue($0)
        }
    }
}

extension StubFormat<String> {
    static func text(_ expected: String = "a text") -> StubFormat {
        StubFormat { value, key throws(StubError) in
            guard let text = value.string else { throw .wrong(key, expected) }
            return text
        } write: {
            .string($0)
        }
    }
}

extension StubFormat<[String]> {
    static let names = StubFormat { value, key throws(StubError) in
        guard let names = value.array?.compactMap(\.string), names.count == value.array?.count else {
            throw .wrong(key, "a list of names")
        }
        return names
    } write: {
        $0.isEmpty ? nil : .array($0.map(JSONValue.string))
    }
}

/// A member of an object in a stub mapping, and the property that represents it.
struct StubMember<Root>: Sendable {
    let name: String
    private let read: @Sendable (JSONValue, inout Root) throws(StubError) -> Void
    private let write: @Sendable (Root) -> JSONValue?

    init<Value>(
        _ name: String, _ property: WritableKeyPath<Root, Value> & Sendable, _ format: StubFormat<Value>
    ) {
        self.name = name
        read = { value, root throws(StubError) in root[keyPath: property] = try format.read(value, name) }
        write = { format.write($0[keyPath: property]) }
    }

    static func read(_ members: [Self], of object: JSONObject, into root: inout Root) throws(StubError) {
        for member in members {
            if let value = object.stated(member.name) { try member.read(value, &root) }
        }
    }

    static func write(_ members: [Self], of root: Root, into object: inout JSONObject) {
        for member in members {
            if let value = member.write(root) { object[member.name] = value }
        }
    }
}

extension JSONObject {
    /// Returns the value of a member, or `nil` if it is missing or `null`.
    func stated(_ name: String) -> JSONValue? {
        guard let value = self[name], !value.isNull else { return nil }
        return value
    }

    /// Throws if there are unknown members with a value other than `null` and empty containers.
    func refuseOthers(than known: Set<String>) throws(StubError) {
        for member in members where !known.contains(member.name) && !member.value.isEmptyOrNull {
            throw .unsupported(member.name)
        }
    }
}

extension JSONValue {
    /// Indicates whether the value is `null` or an empty container.
    ///
    /// WireMock writes such members without a meaning.
    var isEmptyOrNull: Bool { isNull || array?.isEmpty ?? object?.isEmpty ?? false }
}

/// The members of a JSON object, in order and with duplicates.
///
/// Lookup by name is linear. Most objects are short, and an index would make every parse slower.
public struct JSONObject: Hashable, Sendable {
    /// All members in the order of the text, including duplicates.
    public var members: [Member]

    /// Creates an object with these members.
    public init(_ members: [Member] = []) {
        self.members = members
    }

    /// The number of members, including duplicates.
    public var count: Int { members.count }

    /// Indicates whether the object has no members.
    public var isEmpty: Bool { members.isEmpty }

    /// The value of the last member with this name, or `nil` if there is none.
    ///
    /// Setting a value replaces that member at its position and removes earlier duplicates. A new name is added at the
    /// end. Setting `nil` removes all members with the name.
    public subscript(name: String) -> JSONValue? {
        get { members.last { $0.name.hasSameBytes(as: name) }?.value }
        set {
            let last = members.lastIndex { $0.name.hasSameBytes(as: name) }
            if let last, let newValue { members[last].value = newValue }
            if last == nil, let newValue { members.append(Member(name: name, value: newValue)) }
            guard let last else { return }
            let kept = members.enumerated().filter { index, member in
                !member.name.hasSameBytes(as: name) || (index == last && newValue != nil)
            }
            members = kept.map(\.element)
        }
    }

    /// Returns the values of all members with this name, in order.
    public func values(named name: String) -> [JSONValue] {
        members.filter { $0.name.hasSameBytes(as: name) }.map(\.value)
    }
}

extension JSONObject {
    /// A name and its value.
    public struct Member: Hashable, Sendable {
        /// The name, with its escapes decoded.
        public var name: String
        /// The value of the member.
        public var value: JSONValue

        /// Creates a member.
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }

        /// Returns whether the names have the same bytes and the values are exactly equal.
        public static func == (left: Member, right: Member) -> Bool {
            left.name.hasSameBytes(as: right.name) && left.value == right.value
        }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object with its members in the order written.
    ///
    /// Duplicate names are kept.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self.init(members.map { Member(name: $0, value: $1) })
    }
}

extension JSONObject: CustomStringConvertible {
    /// The compact JSON text.
    public var description: String { JSONValue.object(self).serialized() }
}

extension JSONObject.Member: CustomStringConvertible {
    /// The name and the value as in JSON text: `"total":10`.
    public var description: String { "\(JSONValue.string(name)):\(value)" }
}

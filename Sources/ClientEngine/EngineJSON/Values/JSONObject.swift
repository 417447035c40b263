/// The members of a JSON object, in their order and with their duplicates.
///
/// Look-up by name walks the members: objects on the wire are short, and an index would cost every parse.
public struct JSONObject: Hashable, Sendable {
    /// All members, duplicates included, in the order of the text.
    public var members: [Member]

    /// Creates an object with these members.
    public init(_ members: [Member] = []) {
        self.members = members
    }

    /// The number of members, duplicates included.
    public var count: Int { members.count }

    /// Indicates whether the object has no members.
    public var isEmpty: Bool { members.isEmpty }

    /// The value of the last member with this name.
    ///
    /// Setting replaces that member where it stands and drops earlier duplicates; a new name goes to the
    /// end. Setting `nil` removes every member with the name.
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

    /// Returns the values of every member with this name, in order.
    public func values(named name: String) -> [JSONValue] {
        members.filter { $0.name.hasSameBytes(as: name) }.map(\.value)
    }
}

extension JSONObject {
    /// One name and its value.
    public struct Member: Hashable, Sendable {
        /// The name, with its escapes resolved.
        public var name: String
        /// The value that stands behind the name.
        public var value: JSONValue

        /// Creates a member.
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }

        /// Compares the names byte by byte, and the values exactly.
        public static func == (left: Member, right: Member) -> Bool {
            left.name.hasSameBytes(as: right.name) && left.value == right.value
        }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object with its members in the order written; a repeated name is kept.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self.init(members.map { Member(name: $0, value: $1) })
    }
}

extension JSONObject: CustomStringConvertible {
    /// The compact JSON text.
    public var description: String { JSONValue.object(self).serialized() }
}

extension JSONObject.Member: CustomStringConvertible {
    /// The name and the value as they are in JSON text: `"total":10`.
    public var description: String { "\(JSONValue.string(name)):\(value)" }
}

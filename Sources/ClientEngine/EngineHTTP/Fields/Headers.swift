/// Holds header fields in the order they were written, with repeats, found without regard to case.
///
/// Names and values are kept as bytes: a server may send what is not UTF-8, and nothing of it may be lost.
public struct Headers: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// One line of a head: a name and a value.
    ///
    /// The fields of a head that came from the wire are views on its bytes: none has memory of its own.
    public struct Field: Sendable, Hashable {
        @usableFromInline let line: FieldLine

        /// Creates a field from parts of a head's bytes, of which there must be less than 2 GiB.
        package init(_ bytes: [UInt8], name: Range<Int>, value: Range<Int>) {
            line = FieldLine(bytes, name: name, value: value)
        }

        /// Creates a field of bytes that are kept as they are.
        public init(rawName: some Collection<UInt8>, rawValue: some Collection<UInt8>) {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(rawName.count + rawValue.count)
            bytes.append(contentsOf: rawName)
            bytes.append(contentsOf: rawValue)
            self.init(bytes, name: 0..<rawName.count, value: rawName.count..<bytes.count)
        }

        /// Creates a field of text, which is kept as UTF-8.
        public init(_ name: String, _ value: String) {
            self.init(rawName: name.utf8, rawValue: value.utf8)
        }

        /// The bytes of the name.
        public var rawName: ArraySlice<UInt8> { line.name }

        /// The value's bytes as they were written, without the white space around them.
        public var rawValue: ArraySlice<UInt8> { line.value }

        /// The name as text.
        public var name: String { line.withName { String(headerBytes: $0) } }

        /// The value as text: UTF-8 where it is valid, ISO-8859-1 elsewhere.
        public var value: String { line.withValue { String(headerBytes: $0) } }

        /// Calls a closure with the name's bytes where they lie.
        @inlinable public func withRawName<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
            line.withName(body)
        }

        /// Calls a closure with the value's bytes where they lie, without the white space around them.
        @inlinable public func withRawValue<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result
        {
            line.withValue(body)
        }

        /// The bytes of the name and the value together.
        public var length: Int { line.length }

        /// Returns whether the field has this name, without regard to the case of ASCII letters.
        @inlinable public func isNamed(_ other: StaticString) -> Bool {
            line.isNamed(UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount))
        }

        /// Returns whether the field has this name, without regard to the case of ASCII letters.
        @_disfavoredOverload
        @inlinable public func isNamed(_ other: String) -> Bool {
            var other = other
            return other.withUTF8 { line.isNamed($0) }
        }
    }

    @usableFromInline var fields: [Field]

    /// Creates headers of fields, in their order.
    public init(_ fields: [Field]) {
        self.fields = fields
    }

    /// Creates headers from name and value pairs, in their order.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field($0.0, $0.1) }
    }

    /// The first value of a name; setting replaces every field of that name, setting nil removes them.
    public subscript(name: String) -> String? {
        get { firstIndex(of: name).map { fields[$0].value } }
        set {
            guard let newValue else { return fields.removeAll { $0.isNamed(name) } }
            guard let first = firstIndex(of: name) else { return add(name, newValue) }
            fields[first] = Field(rawName: fields[first].rawName, rawValue: newValue.utf8)
            fields = fields.enumerated().filter { $0 <= first || !$1.isNamed(name) }.map(\.element)
        }
    }

    /// Returns all values of a name, in their order.
    public func values(of name: String) -> [String] {
        withNamed(name) { fields, isNamed in fields.indices.filter(isNamed).map { fields[$0].value } }
    }

    /// Returns whether there is a field of this name.
    public func contains(_ name: String) -> Bool { firstIndex(of: name) != nil }

    /// The first field of a name that is known when the program is built.
    @inlinable public func first(named name: StaticString) -> Field? {
        // Looked at where they lie: to iterate would copy each.
        fields.withUnsafeBufferPointer { fields in
            for index in fields.indices where fields[index].line.nameLength == name.utf8CodeUnitCount {
                if fields[index].isNamed(name) { return fields[index] }
            }
            return nil
        }
    }

    private func firstIndex(of name: String) -> Int? {
        withNamed(name) { fields, isNamed in fields.indices.first(where: isNamed) }
    }

    /// Looks through the fields where they lie, because to iterate would copy each, with the bytes of a name at hand.
    @inline(__always)
    private func withNamed<Result>(
        _ name: String, _ look: (UnsafeBufferPointer<Field>, (Int) -> Bool) -> Result
    ) -> Result {
        var name = name
        return name.withUTF8 { name in
            fields.withUnsafeBufferPointer { fields in look(fields) { fields[$0].line.isNamed(name) } }
        }
    }

    /// Adds a field behind the others, also when the name is there already.
    public mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name, value))
    }

    /// Adds a field after the others.
    public mutating func add(_ field: Field) {
        fields.append(field)
    }

    /// Removes every field of a name and returns their values.
    @discardableResult
    public mutating func remove(_ name: String) -> [String] {
        // Most requests have none of their own.
        if fields.isEmpty { return [] }
        defer { fields.removeAll { $0.isNamed(name) } }
        return values(of: name)
    }
}

extension Headers: RandomAccessCollection, RangeReplaceableCollection {
    /// Creates headers without fields.
    public init() {
        self.init([])
    }

    /// The position of the first field.
    @inlinable public var startIndex: Int { fields.startIndex }
    /// The position behind the last field.
    @inlinable public var endIndex: Int { fields.endIndex }
    /// The field at a position.
    @inlinable public subscript(position: Int) -> Field { fields[position] }

    /// Puts fields in the place of those in the range.
    public mutating func replaceSubrange(_ range: Range<Int>, with newFields: some Collection<Field>) {
        fields.replaceSubrange(range, with: newFields)
    }
}

extension Headers: CustomStringConvertible {
    /// The fields, each as it is in a head, in brackets: `[Accept: text/html, Host: example.com]`.
    ///
    /// Secrets are not hidden.
    public var description: String { "[" + map(\.description).joined(separator: ", ") + "]" }
}

extension Headers.Field: CustomStringConvertible {
    /// The field as it is in a head: `Accept: text/html`.
    public var description: String { "\(name): \(value)" }
}

extension String {
    /// Reads bytes of a head as UTF-8, or as ISO-8859-1 where they are not valid UTF-8.
    @inlinable public init(headerBytes bytes: some Collection<UInt8>) {
        // Mostly ASCII, which needs no validation of its own.
        self =
            bytes.allSatisfy { $0 < 0x80 }
            ? String(decoding: bytes, as: UTF8.self)
            : String(validating: bytes, as: UTF8.self) ?? String(bytes.map { Character(Unicode.Scalar($0)) })
    }
}

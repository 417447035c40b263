/// A list of header fields in their original order, with repeated names.
///
/// Names are compared without regard to case. Names and values are stored as bytes, because a server may send text that
/// is not UTF-8.
public struct Headers: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// A header field: a name and a value.
    ///
    /// The fields of a received head share its bytes and allocate no memory.
    public struct Field: Sendable, Hashable {
        @usableFromInline let line: FieldLine

        /// Creates a field from ranges of the bytes of a head, which must be shorter than 2 GiB.
        package init(_ bytes: [UInt8], name: Range<Int>, value: Range<Int>) {
            line = FieldLine(bytes, name: name, value: value)
        }

        /// Creates a field from bytes, which are stored unchanged.
        public init(rawName: some Collection<UInt8>, rawValue: some Collection<UInt8>) {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(rawName.count + rawValue.count)
            bytes.append(contentsOf: rawName)
            bytes.append(contentsOf: rawValue)
            self.init(bytes, name: 0..<rawName.count, value: rawName.count..<bytes.count)
        }

        /// Creates a field from text, which is stored as UTF-8.
        public init(_ name: String, _ value: String) {
            self.init(rawName: name.utf8, rawValue: value.utf8)
        }

        /// The bytes of the name.
        public var rawName: ArraySlice<UInt8> { line.name }

        /// The bytes of the value, without the white space around them.
        public var rawValue: ArraySlice<UInt8> { line.value }

        /// The name as text.
        public var name: String { line.withName { String(headerBytes: $0) } }

        /// The value as text: decoded as UTF-8 if it is valid, otherwise as ISO-8859-1.
        public var value: String { line.withValue { String(headerBytes: $0) } }

        /// Calls a closure with the bytes of the name, without copying them.
        @inlinable public func withRawName<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
            line.withName(body)
        }

        /// Calls a closure with the bytes of the value, without the white space around them, and without copying them.
        @inlinable public func withRawValue<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result
        {
            line.withValue(body)
        }

        /// The number of bytes of the name and the value together.
        public var length: Int { line.length }

        /// Returns whether the field has this name, ignoring the case of ASCII letters.
        @inlinable public func isNamed(_ other: StaticString) -> Bool {
            line.isNamed(UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount))
        }

        /// Returns whether the field has this name, ignoring the case of ASCII letters.
        @_disfavoredOverload
        @inlinable public func isNamed(_ other: String) -> Bool {
            var other = other
            return other.withUTF8 { line.isNamed($0) }
        }
    }

    @usableFromInline var fields: [Field]

    /// Creates headers from fields, in order.
    public init(_ fields: [Field]) {
        self.fields = fields
    }

    /// Creates headers from pairs of names and values, in order.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field($0.0, $0.1) }
    }

    /// The value of the first field with this name, or `nil` if there is none.
    ///
    /// Setting a value replaces every field with this name. Setting `nil` removes them.
    public subscript(name: String) -> String? {
        get { firstIndex(of: name).map { fields[$0].value } }
        set {
            guard let newValue else { return fields.removeAll { $0.isNamed(name) } }
            guard let first = firstIndex(of: name) else { return add(name, newValue) }
            fields[first] = Field(rawName: fields[first].rawName, rawValue: newValue.utf8)
            fields = fields.enumerated().filter { $0 <= first || !$1.isNamed(name) }.map(\.element)
        }
    }

    /// Returns the values of all fields with this name, in order.
    public func values(of name: String) -> [String] {
        withNamed(name) { fields, isNamed in fields.indices.filter(isNamed).map { fields[$0].value } }
    }

    /// Returns whether there is a field with this name.
    public func contains(_ name: String) -> Bool { firstIndex(of: name) != nil }

    /// Returns the first field with a name that is known at compile time, or `nil` if there is none.
    @inlinable public func first(named name: StaticString) -> Field? {
        // Compares the fields in place. Iteration would copy each of them.
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

    /// Calls `look` with the fields in place and a function that compares the name of a field.
    ///
    /// Iteration would copy each field.
    @inline(__always)
    private func withNamed<Result>(
        _ name: String, _ look: (UnsafeBufferPointer<Field>, (Int) -> Bool) -> Result
    ) -> Result {
        var name = name
        return name.withUTF8 { name in
            fields.withUnsafeBufferPointer { fields in look(fields) { fields[$0].line.isNamed(name) } }
        }
    }

    /// Adds a field after the others, even if there is one with this name.
    public mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name, value))
    }

    /// Adds a field after the others.
    public mutating func add(_ field: Field) {
        fields.append(field)
    }

    /// Removes all fields with this name, and returns their values.
    @discardableResult
    public mutating func remove(_ name: String) -> [String] {
        // Most requests have no fields.
        if fields.isEmpty { return [] }
        defer { fields.removeAll { $0.isNamed(name) } }
        return values(of: name)
    }
}

extension Headers: RandomAccessCollection, RangeReplaceableCollection {
    /// Creates empty headers.
    public init() {
        self.init([])
    }

    /// The position of the first field.
    @inlinable public var startIndex: Int { fields.startIndex }
    /// The position after the last field.
    @inlinable public var endIndex: Int { fields.endIndex }
    /// The field at a position.
    @inlinable public subscript(position: Int) -> Field { fields[position] }

    /// Replaces the fields in a range.
    public mutating func replaceSubrange(_ range: Range<Int>, with newFields: some Collection<Field>) {
        fields.replaceSubrange(range, with: newFields)
    }
}

extension Headers: CustomStringConvertible {
    /// The fields in brackets, each as in a head: `[Accept: text/html, Host: example.com]`.
    ///
    /// Secrets are not hidden.
    public var description: String { "[" + map(\.description).joined(separator: ", ") + "]" }
}

extension Headers.Field: CustomStringConvertible {
    /// The field as in a head: `Accept: text/html`.
    public var description: String { "\(name): \(value)" }
}

extension String {
    /// Decodes bytes of a head as UTF-8, or as ISO-8859-1 if they are not valid UTF-8.
    @inlinable public init(headerBytes bytes: some Collection<UInt8>) {
        // ASCII, which is the common case, needs no validation.
        self =
            bytes.allSatisfy { $0 < 0x80 }
            ? String(decoding: bytes, as: UTF8.self)
            : String(validating: bytes, as: UTF8.self) ?? String(bytes.map { Character(Unicode.Scalar($0)) })
    }
}

/// An array, an object or a whole text that is being decoded.
///
/// A scope finds members, and creates the coding path of a value when it is needed.
final class JSONScope {
    let document: JSONDocument
    /// The node of the array or the object, or -1 for the whole text.
    let node: Int
    /// Indicates whether the names are the keys, regardless of the strategy, as in a dictionary.
    private let keepsNames: Bool
    private let outer: JSONScope?
    /// The type of the object's keys.
    private let keyType: (any CodingKey.Type)?
    /// The key of a value that is missing in the text.
    private let missingKey: (any CodingKey)?

    /// The name after the member that was found last.
    ///
    /// The next lookup probably finds it.
    private var next: Int
    /// The value that was found last, or -1.
    private var last = -1
    /// The names before `next`, with one bit for each, which other names may share.
    private var passed: UInt64 = 0
    /// The first value of each key.
    ///
    /// It is used if names are converted, or if there are many.
    private lazy var index = makeIndex()
    private let usesIndex: Bool
    /// An element and its index, from which the indexes of other elements are counted.
    private var counted: (node: Int, index: Int)

    /// Creates the scope of a whole text.
    init(_ document: JSONDocument) {
        self.document = document
        (node, outer, keyType, missingKey) = (-1, nil, nil, nil)
        (next, usesIndex, keepsNames, counted) = (0, false, false, (0, 0))
    }

    /// Creates the scope of an array, or of an object with keys of a type.
    init(
        _ node: Int, in outer: JSONScope, keyedBy keyType: (any CodingKey.Type)? = nil,
        keepsNames: Bool = false
    ) {
        document = outer.document
        (self.node, self.outer, self.keyType, missingKey) = (node, outer, keyType, nil)
        (next, counted, self.keepsNames) = (node + 1, (node + 1, 0), keepsNames)
        usesIndex =
            keyType != nil
            && (document.nodes[node].count > 32 || !keepsNames && document.settings.convertsKeys)
    }

    /// Creates the scope of a value that is missing in an object.
    init(missing key: any CodingKey, in object: JSONScope) {
        document = object.document
        (node, outer, keyType, missingKey) = (object.node, object.outer, nil, key)
        (next, usesIndex, keepsNames, counted) = (0, false, false, (0, 0))
    }

    // MARK: Members

    /// Returns the value of the first member with a key, or `nil` if there is none.
    @inline(__always)
    func value(forKey key: String) -> Int? {
        if !usesIndex {
            var text = key
            let found = text.withUTF8 { find($0) }
            // Strings with different bytes can be equal.
            if found >= 0 || key.utf8.allSatisfy({ $0 < 0x80 }) { return found >= 0 ? found : nil }
        }
        return index[key]
    }

    /// Returns the value of the first member whose name has these bytes, or -1 if there is none.
    ///
    /// Most types decode members in order, and look up the same one several times in a row.
    private func find(_ key: UnsafeBufferPointer<UInt8>) -> Int {
        let (bytes, nodes) = (document.bytes, document.nodes)
        var (name, passed) = (next, passed)
        while nodes[name].kind == .name {
            let bit = bytes.bit(of: nodes[name])
            if bytes.is(nodes[name], key) {
                // An earlier member may have the same name.
                if passed & bit != 0, let earlier = first(key, before: name) { return earlier }
                (last, next, self.passed) = (name + 1, document.node(after: name + 1), passed | bit)
                return name + 1
            }
            if name == next, last >= 0, bytes.is(nodes[last - 1], key) { return last }
            passed |= bit
            name = document.node(after: name + 1)
        }
        guard let earlier = first(key, before: next) else { return -1 }
        last = earlier
        return earlier
    }

    private func first(_ key: UnsafeBufferPointer<UInt8>, before end: Int) -> Int? {
        var name = node + 1
        while name < end {
            if document.bytes.is(document.nodes[name], key) { return name + 1 }
            name = document.node(after: name + 1)
        }
        return nil
    }

    /// All keys without repetitions, in the order of the text.
    var keys: [String] {
        let (next, last, passed) = (next, last, passed)
        defer { (self.next, self.last, self.passed) = (next, last, passed) }
        var keys: [String] = []
        forEachMember { key, value in
            if self.value(forKey: key) == value { keys.append(key) }
        }
        return keys
    }

    private func forEachMember(_ use: (_ key: String, _ value: Int) -> Void) {
        var name = node + 1
        while document.nodes[name].kind == .name {
            use(key(ofName: name), name + 1)
            name = document.node(after: name + 1)
        }
    }

    private func makeIndex() -> [String: Int] {
        var index: [String: Int] = [:]
        index.reserveCapacity(document.nodes[node].count)
        forEachMember { key, value in
            if index[key] == nil { index[key] = value }
        }
        return index
    }

    private func key(ofName name: Int) -> String {
        let text = document.text(name)
        guard !keepsNames, document.settings.convertsKeys else { return text }
        return document.settings.key(text, at: path)
    }

    // MARK: Paths

    /// The coding path of the array or the object.
    var path: [any CodingKey] { outer?.path(of: node) ?? [] }

    /// Returns the coding path of a value, or of the end of the array.
    func path(of value: Int) -> [any CodingKey] {
        guard outer != nil else { return [] }
        if let missingKey { return path + [missingKey] }
        guard let keyType else { return path + [JSONKey(index: index(of: value))] }
        let key = key(ofName: value - 1)
        return path + [keyType.init(stringValue: key) ?? JSONKey(key)]
    }

    private func index(of element: Int) -> Int {
        if element < counted.node { counted = (node + 1, 0) }
        while counted.node < element {
            counted = (document.node(after: counted.node), counted.index + 1)
        }
        return counted.index
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns whether a name equals a key.
    @inline(__always)
    fileprivate func `is`(_ name: JSONNode, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
        if name.marks.isEmpty {
            guard name.end - name.start == key.count else { return false }
            for offset in 0..<key.count where self[name.start + offset] != key[offset] { return false }
            return true
        }
        return text(of: name) == String(decoding: key, as: UTF8.self)
    }

    /// Returns one of 64 bits, the same for equal names.
    @inline(__always)
    fileprivate func bit(of name: JSONNode) -> UInt64 {
        // Names that are not plain ASCII can equal names with different bytes.
        guard name.marks.isEmpty, name.end > name.start else { return .max }
        let count = name.end - name.start
        let hash =
            UInt64(self[name.start]) | UInt64(self[name.start + count / 2]) << 8
            | UInt64(self[name.end - 1]) << 16 | UInt64(count) << 24
        return 1 &<< ((hash &* 0x9E37_79B9_7F4A_7C15) &>> 58)
    }
}

/// A key that does not belong to a type: an index or a name.
struct JSONKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) { (stringValue, intValue) = (name, nil) }
    init(index: Int) { (stringValue, intValue) = ("Index \(index)", index) }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}

extension SavedRequest {
    /// What references call it: its `@name`, else the first word behind `###`.
    public var referenceName: String? {
        if let name { return name }
        let word = title?.split(whereSeparator: { $0.isWhitespace }).first.map(String.init)
        return word.flatMap { $0.isIdentifier ? $0 : nil }
    }
}

extension HTTPFile {
    /// The request that a reference in a line means.
    ///
    /// Of several with one name it is the last above the line; where none is above, the first below.
    public func request(referredToAs name: String, from line: Int) -> SavedRequest? {
        let named = requests.filter { $0.referenceName == name }
        return named.last { $0.line < line } ?? named.first
    }
}

extension String {
    /// Tells whether the text is a letter or `_`, then letters, digits and `_`.
    fileprivate var isIdentifier: Bool {
        guard let first = utf8.first, !(0x30...0x39).contains(first) else { return false }
        return utf8.allSatisfy { $0.isVariableName && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ".") }
    }
}

extension String {
    /// Indicates whether the text begins with a scheme (RFC 3986, section 3.1), so that it is not a relative reference.
    public var hasScheme: Bool {
        let end = utf8.firstIndex { !($0.isASCIIAlphanumeric || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E) }
        guard let end, let first = utf8.first else { return false }
        return first.isASCIILetter && utf8[end] == UInt8(ascii: ":")
    }

    /// Returns the URL with an encoded query appended to its query, before its fragment.
    public func appendingQuery(_ query: String) -> String {
        guard !query.isEmpty else { return self }
        let fragment = unicodeScalars.firstIndex(of: "#") ?? endIndex
        let head = self[..<fragment]
        let separator =
            !head.unicodeScalars.contains("?") ? "?" : head.hasSuffix("?") || head.hasSuffix("&") ? "" : "&"
        return head + separator + query + self[fragment...]
    }
}

extension StringProtocol {
    /// The index after the colon of the first `://`, or `nil` if there is none.
    @inlinable public var authorityStart: Index? {
        var rest = utf8[...]
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            rest = rest[rest.index(after: colon)...]
            if rest.starts(with: "//".utf8) { return rest.index(rest.startIndex, offsetBy: 2) }
        }
        return nil
    }

    /// The text before the first `://`, or `nil` if there is none.
    @inlinable public var schemeText: SubSequence? {
        authorityStart.map { self[..<utf8.index($0, offsetBy: -3)] }
    }
}

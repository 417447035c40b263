import ClientEngine

/// Finds the parameters of a URL that have a name and a value: of segments (`/cart;jsessionid=1`), of the query and of the
/// fragment.
///
/// All code that hides secrets in URLs, or takes them out, looks here, so that all look at the same places.
public enum AddressParameters {
    /// Their names and values as they stand there, in the order of the text.
    ///
    /// - Parameter url: a URL, or a part of one that ends where it does.
    /// - Returns: those that have a value.
    public static func all(in url: Substring) -> [(name: Substring, value: Substring)] {
        let path = url.prefix(before: "?", "#")
        let rest = url[path.endIndex...]
        let query = rest.prefix(before: "#")
        let fragment = rest[query.endIndex...]
        var found: [(name: Substring, value: Substring)] = []
        if path.utf8.contains(UInt8(ascii: ";")) {
            for segment in path.utf8.split(separator: UInt8(ascii: "/")) {
                found += pairs(in: Substring(segment), between: ";")
            }
        }
        // Without the marks that they begin with.
        for part in [query, fragment] where !part.isEmpty {
            found += pairs(in: Substring(part.unicodeScalars.dropFirst()), between: "&")
        }
        return found
    }

    private static func pairs(
        in text: Substring, between separator: Unicode.Scalar
    ) -> [(name: Substring, value: Substring)] {
        text.utf8.split(separator: UInt8(ascii: separator)).compactMap { pair in
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let value = Substring(pair[pair.index(after: equals)...])
            return value.isEmpty ? nil : (Substring(pair[..<equals]), value)
        }
    }
}

import ClientEngine

/// Finds the parameters in a URL that have a name and a value: in path segments (`/cart;jsessionid=1`), in the query,
/// and in the fragment.
///
/// All code that hides or removes secrets in URLs uses this type, so that it considers the same parts.
public enum AddressParameters {
    /// Returns the parameters as written, in the order of the text.
    ///
    /// - Parameter url: A URL, or a part of one that extends to its end.
    /// - Returns: The parameters that have a value.
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
        // Without the question mark or the number sign.
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

/// Finds what is secret in the user information of a URL: the password, or all of it where it has none.
package enum AddressPassword {
    /// Where it stands; nil where there is nothing.
    package static func range(in url: String) -> Range<String.Index>? {
        guard let start = url.unicodeScalars.firstRange(of: "://".unicodeScalars)?.upperBound else {
            return nil
        }
        let authority = url[start...].prefix(before: "/", "?", "#")
        guard let at = authority.unicodeScalars.lastIndex(of: "@") else { return nil }
        let colon = authority[..<at].unicodeScalars.firstIndex(of: ":")
        let first = colon.map { url.unicodeScalars.index(after: $0) } ?? start
        return first < at ? first..<at : nil
    }
}

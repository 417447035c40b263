/// Finds the password in the user information of a URL.
package enum AddressPassword {
    /// Where it stands; nil where there is none.
    package static func range(in url: String) -> Range<String.Index>? {
        guard let start = url.unicodeScalars.firstRange(of: "://".unicodeScalars)?.upperBound else {
            return nil
        }
        let authority = url[start...].prefix(before: "/", "?", "#")
        guard let at = authority.unicodeScalars.lastIndex(of: "@"),
            let colon = authority[..<at].unicodeScalars.firstIndex(of: ":"),
            url.unicodeScalars.index(after: colon) < at
        else { return nil }
        return url.unicodeScalars.index(after: colon)..<at
    }
}

/// Finds the password in the user information of a URL.
package enum AddressPassword {
    /// Where it stands; nil where there is none.
    package static func range(in url: String) -> Range<String.Index>? {
        guard let start = url.firstRange(of: "://")?.upperBound else { return nil }
        let authority = url[start...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@"), let colon = authority[..<at].firstIndex(of: ":"),
            url.index(after: colon) < at
        else { return nil }
        return url.index(after: colon)..<at
    }
}

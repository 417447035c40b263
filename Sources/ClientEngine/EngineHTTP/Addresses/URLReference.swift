/// The components of a URL or a relative reference as written (RFC 3986, appendix B).
///
/// The bytes of the components are not checked.
struct URLReference {
    /// The scheme without its colon, or `nil` if the reference is relative.
    private(set) var scheme: Substring?
    /// The text between `//` and the path, or `nil` without `//`.
    private(set) var authority: Substring?
    private(set) var path: Substring
    /// The text after the question mark, or `nil` without a question mark.
    private(set) var query: Substring?
    /// The text after the number sign, or `nil` if it is missing or empty.
    private(set) var fragment: Substring?

    init(_ text: String) {
        var rest = text[...]
        if text.hasScheme, let (scheme, tail) = rest.cut(at: ":") {
            self.scheme = scheme
            rest = tail
        }
        if rest.utf8.starts(with: "//".utf8) {
            rest = Substring(rest.utf8.dropFirst(2))
            let authority = rest.prefix(before: "/", "?", "#")
            self.authority = authority
            rest = rest[authority.endIndex...]
        }
        if let (head, fragment) = rest.cut(at: "#") {
            self.fragment = fragment.isEmpty ? nil : fragment
            rest = head
        }
        if let (head, query) = rest.cut(at: "?") {
            self.query = query
            rest = head
        }
        path = rest
    }
}

/// An attack that was tried against the program, and the test that shows that it fails.
struct Attack {
    let what: String
    let test: String

    init(_ what: String, _ test: String) {
        (self.what, self.test) = (what, test)
    }

    /// All attacks, grouped by their target.
    static let all: KeyValuePairs<String, [Attack]> = [
        "files from somebody else": files, "secrets": secrets, "framing": framing, "HTTP/2": frames,
        "TLS": tls,
        "memory and time": bounds, "the terminal": terminal, "saving": saving, "the mock server": servers,
        "many at once": load, "random inputs": random,
    ]
}

import FoundationEssentials

/// Stores cookies for a client: a ``CookieJar``, or a type of yours.
///
/// A client calls both methods on its loop threads, so they must be thread-safe and return at once.
public protocol CookieStorage: AnyObject, Sendable {
    /// Returns the cookies for a request to the URL, in the order in which they are sent.
    func cookies(for url: RequestURL, at date: Date) -> [Cookie]

    /// Stores the cookies in the `Set-Cookie` fields of a response from the URL.
    func store(_ headers: Headers, from url: RequestURL, at date: Date)
}

extension Headers {
    /// Adds cookies after those that the caller wrote, which replace others with the same name.
    ///
    /// Cookies that are invalid in a field are skipped.
    mutating func add(_ cookies: [Cookie]) {
        guard !cookies.isEmpty else { return }
        let written = filter { $0.isNamed("Cookie") }.map(\.rawValue)
        let names = Set(
            written.flatMap { $0.split(separator: UInt8(ascii: ";")) }.map { pair in
                let equals = pair.firstIndex(of: UInt8(ascii: "="))
                return equals.map { pair[..<$0].trimmed } ?? []
            })
        let added = cookies.filter { $0.isSendable && !names.contains($0.rawName) }.map(\.pair)
        guard !added.isEmpty else { return }
        let pairs = written.filter { !$0.isEmpty } + added.map { $0[...] }
        let value = Array(pairs.joined(separator: Array("; ".utf8)))
        let place = firstIndex { $0.isNamed("Cookie") } ?? endIndex
        let field = Field(rawName: "Cookie".utf8, rawValue: value)
        self = Headers(self[..<place] + [field] + self[place...].filter { !$0.isNamed("Cookie") })
    }
}

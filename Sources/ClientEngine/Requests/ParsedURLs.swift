/// Keeps the URLs that were parsed last: programs ask for the same ones again and again.
///
/// May be used from any thread.
final class ParsedURLs: Sendable {
    private let base: Result<RequestURL, ClientError>?
    private let capacity: Int
    private let parsed = Locked<[String: RequestURL]>([:])

    /// Resolves against a base where one is given.
    init(base: String?, capacity: Int = 64) {
        self.base = base.map { base in Result { () throws(ClientError) in try RequestURL(parsing: base) } }
        self.capacity = capacity
    }

    /// The base's path; the root where there is none.
    var basePath: String { (try? base?.get())?.path ?? "/" }

    /// Takes a URL apart, or finds it taken apart.
    ///
    /// Throws `invalidRequest/queue` that names what is wrong.
    func url(_ text: String) throws(ClientError) -> RequestURL {
        if let known = parsed.withLock({ $0[text] }) { return known }
        let url = try RequestURL(parsing: text, relativeTo: base?.get())
        parsed.withLock { parsed in
            // Starting over is as good as tracking use: what is asked for again comes back at once.
            if parsed.count >= capacity { parsed.removeAll(keepingCapacity: true) }
            parsed[text] = url
        }
        return url
    }
}

internal import EngineSupport
import FoundationEssentials

/// Stores cookies in memory according to RFC 6265bis, and rejects cookies for public suffixes.
///
/// Thread-safe; each call returns at once. A jar stores 180 cookies of one site and 3000 in total, and removes the
/// least recently used ones first. Nothing is written to disk unless ``save(to:as:includingSession:)`` is called.
public final class CookieJar: CookieStorage {
    private let table: Locked<CookieTable>

    /// Creates a jar with these cookies.
    public init(_ cookies: [Cookie] = []) {
        var table = CookieTable()
        for cookie in cookies { table.set(cookie, at: cookie.created) }
        self.table = Locked(table)
    }

    /// All cookies by site, in the order in which they were set.
    ///
    /// Expired cookies are included until they are replaced.
    public var all: [Cookie] { table.withLock { $0.all } }

    /// Adds a cookie, replacing the one with the same name, host and path.
    public func set(_ cookie: Cookie, at date: Date = Date()) {
        table.withLock { $0.set(cookie, at: date) }
    }

    /// Removes the cookies that meet a condition, as in `jar.remove { $0.domain == "example.com" }`.
    public func remove(where condition: (Cookie) -> Bool) {
        let found = Set(all.filter(condition).map(\.identity))
        table.withLock { $0.remove { found.contains($0.identity) } }
    }

    /// Returns the cookies for a request to the URL, in the order in which they are sent.
    public func cookies(for url: RequestURL, at date: Date = Date()) -> [Cookie] {
        table.withLock { $0.cookies(for: url, at: date) }
    }

    /// Stores the cookies in the `Set-Cookie` fields of a response from the URL.
    ///
    /// Cookies that the rules reject are skipped.
    public func store(_ headers: Headers, from url: RequestURL, at date: Date = Date()) {
        let asked = headers.filter { $0.isNamed("Set-Cookie") }.compactMap {
            SetCookie(Array($0.rawValue), now: date)
        }
        guard !asked.isEmpty else { return }
        table.withLock { table in
            for cookie in asked { table.store(cookie, from: url, at: date) }
        }
    }
}

internal import EngineSupport
import FoundationEssentials

/// Keeps cookies in memory by the rules of RFC 6265bis, with public suffixes refused.
///
/// Thread-safe; every call returns at once. Kept are 180 cookies of one site and 3000 in all; the least recently used
/// go first. Nothing is written to disk unless ``save(to:as:includingSession:)`` is called.
public final class CookieJar: CookieStorage {
    private let table: Locked<CookieTable>

    /// Creates a jar that holds the cookies.
    public init(_ cookies: [Cookie] = []) {
        var table = CookieTable()
        for cookie in cookies { table.set(cookie, at: cookie.created) }
        self.table = Locked(table)
    }

    /// All cookies, by site, in the order they were set; those that have expired are there until they are replaced.
    public var all: [Cookie] { table.withLock { $0.all } }

    /// Keeps a cookie, in the place of the one with its name, host and path.
    public func set(_ cookie: Cookie, at date: Date = Date()) {
        table.withLock { $0.set(cookie, at: date) }
    }

    /// Removes the cookies that the condition holds for, as in `jar.remove { $0.domain == "example.com" }`.
    public func remove(where condition: (Cookie) -> Bool) {
        let found = Set(all.filter(condition).map(\.identity))
        table.withLock { $0.remove { found.contains($0.identity) } }
    }

    /// Returns the cookies that a request to the URL carries, in the order they are sent.
    public func cookies(for url: RequestURL, at date: Date = Date()) -> [Cookie] {
        table.withLock { $0.cookies(for: url, at: date) }
    }

    /// Takes the `Set-Cookie` fields of a response that came from the URL; what the rules refuse is left out.
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

import FoundationEssentials

/// The cookies of a jar: a value that the lock of the jar protects.
struct CookieTable: Sendable {
    struct Limits: Sendable {
        /// The limit for one site, which is all hosts below a registrable domain.
        var perSite = 180
        var total = 3000
    }

    var limits = Limits()
    private var sites: [String: [Cookie]] = [:]
    private var count = 0

    var all: [Cookie] {
        sites.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    mutating func store(_ asked: SetCookie, from url: RequestURL, at date: Date) {
        guard let cookie = Cookie(asked, from: url, at: date) else { return }
        let isSafe = url.isTrustworthy
        let neighbours = sites[PublicSuffix.site(of: cookie.domain)] ?? []
        guard isSafe || !neighbours.contains(where: { $0.isOverlaid(by: cookie) && !$0.isExpired(at: date) })
        else { return }
        set(cookie, at: date)
    }

    /// Adds a cookie, replacing the one with the same name, host and path.
    ///
    /// An expired cookie removes it.
    mutating func set(_ cookie: Cookie, at date: Date) {
        let site = PublicSuffix.site(of: cookie.domain)
        var list = sites[site] ?? []
        let before = list.count
        if let old = list.firstIndex(where: { $0.identity == cookie.identity }) {
            let created = list[old].created
            list[old] = cookie
            list[old].created = created
            if cookie.isExpired(at: date) { list.remove(at: old) }
        } else if !cookie.isExpired(at: date) {
            list.append(cookie)
        }
        if list.count > limits.perSite { Self.shrink(&list, to: limits.perSite, at: date) }
        count += list.count - before
        sites[site] = list.isEmpty ? nil : list
        if count > limits.total { shrinkAll(at: date) }
    }

    /// Returns the cookies for a request in the order in which they are sent: longer paths first, followed by older
    /// cookies.
    mutating func cookies(for url: RequestURL, at date: Date) -> [Cookie] {
        guard !sites.isEmpty else { return [] }
        let site = PublicSuffix.site(of: url.host.lowercased())
        guard var list = sites[site] else { return [] }
        var found: [(order: Int, cookie: Cookie)] = []
        for index in list.indices where list[index].isSent(to: url) && !list[index].isExpired(at: date) {
            list[index].lastUsed = date
            found.append((index, list[index]))
        }
        sites[site] = list
        found.sort { left, right in
            let (a, b) = (left.cookie, right.cookie)
            if a.path.utf8.count != b.path.utf8.count { return a.path.utf8.count > b.path.utf8.count }
            return a.created != b.created ? a.created < b.created : left.order < right.order
        }
        return found.map(\.cookie)
    }

    mutating func remove(where condition: (Cookie) -> Bool) {
        for (site, list) in sites {
            let rest = list.filter { !condition($0) }
            count -= list.count - rest.count
            sites[site] = rest.isEmpty ? nil : rest
        }
    }

    /// Removes cookies until `size` are left: expired ones first, then those not restricted to TLS, then any.
    ///
    /// In each group, the least recently used ones are removed first (RFC 6265bis, section 5.7).
    private static func shrink(_ list: inout [Cookie], to size: Int, at date: Date) {
        list.removeAll { $0.isExpired(at: date) }
        guard list.count > size else { return }
        let order = list.indices.sorted { left, right in
            let (a, b) = (list[left], list[right])
            if a.isSecure != b.isSecure { return !a.isSecure }
            return a.lastUsed != b.lastUsed ? a.lastUsed < b.lastUsed : left < right
        }
        let victims = Set(order.prefix(list.count - size))
        list = list.indices.filter { !victims.contains($0) }.map { list[$0] }
    }

    /// Removes cookies of all sites until their number is 10 % below the limit, so that a full jar does not sort for
    /// every cookie.
    private mutating func shrinkAll(at date: Date) {
        remove { $0.isExpired(at: date) }
        guard count > limits.total else { return }
        let excess = count - limits.total * 9 / 10
        let oldest = sites.flatMap { site, list in list.indices.map { (site, $0, list[$0].lastUsed) } }
            .sorted { $0.2 != $1.2 ? $0.2 < $1.2 : ($0.0, $0.1) < ($1.0, $1.1) }.prefix(excess)
        for (site, victims) in Dictionary(grouping: oldest, by: \.0) {
            let indices = Set(victims.map(\.1))
            let list = sites[site] ?? []
            let rest = list.indices.filter { !indices.contains($0) }.map { list[$0] }
            sites[site] = rest.isEmpty ? nil : rest
        }
        count -= oldest.count
    }
}

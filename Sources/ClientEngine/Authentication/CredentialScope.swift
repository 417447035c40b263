/// The URLs that credentials are meant for: one origin, and there what lies below a path.
struct CredentialScope: Sendable, Hashable {
    private let origin: String
    private let path: String

    /// What lies inside of a base URL.
    init(inside base: RequestURL) {
        origin = base.origin
        path = base.folder
    }

    /// Everything of a URL's origin.
    init(originOf url: RequestURL) {
        origin = url.origin
        path = "/"
    }

    /// Tells whether a URL is inside; dot segments are resolved first, also escaped ones.
    func covers(_ url: RequestURL) -> Bool {
        url.origin == origin && url.pathWithoutDots.hasPrefix(path)
    }
}

extension RequestURL {
    /// The path with a slash at its end: `/v1` becomes `/v1/`.
    fileprivate var folder: String {
        let path = pathWithoutDots
        return path.hasSuffix("/") ? path : path + "/"
    }

    /// The path with its dot segments resolved (RFC 3986, section 5.2.4), as servers do before they look.
    fileprivate var pathWithoutDots: String {
        guard path.contains(".") || path.contains("%") else { return path }
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment.lowercased().replacing("%2e", with: ".") {
            case ".": if isLast { kept.append("") }
            case "..":
                _ = kept.popLast()
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/")
    }
}

import FoundationEssentials

/// The URL that relative URLs are resolved against.
///
/// It has no query, no fragment and no dot segments, and its path ends in a slash: `http://h/api/v1?x` is the base
/// `http://h/api/v1/`.
public struct BaseURL: Sendable, Hashable, CustomStringConvertible {
    /// The base as a URL, without query and fragment.
    public let url: RequestURL

    /// Parses a base URL, and resolves it against `other` if it is relative.
    ///
    /// - Throws: `invalidRequest/queue` if the text is not an absolute URL that the engine can send to.
    public init(_ text: String, relativeTo other: BaseURL? = nil) throws(ClientError) {
        guard text.hasScheme || other != nil else {
            throw ClientError(
                .invalidRequest, .queue, "the base URL “\(text)” is not absolute",
                hint: "begin it with https:// or http://")
        }
        var url = try RequestURL(parsing: text, relativeTo: other?.url).withoutDotSegments
        let root = url.scheme + "://" + url.authority
        if !url.path.hasSuffix("/") { url.path += "/" }
        url.query = nil
        url.fragment = nil
        url.text = root + url.path
        self.url = url
    }

    /// The text of the URL.
    public var description: String { url.text }

    /// Resolves a reference (RFC 3986, section 5).
    ///
    /// `x` is resolved below the base, `/x` at the root of its server.
    public func resolve(_ reference: String) throws(ClientError) -> RequestURL {
        try RequestURL(parsing: reference, relativeTo: url)
    }

    /// Returns whether a URL is below the base: same scheme, host, port and user information, and a path below the path
    /// of the base.
    ///
    /// The comparison removes dot segments and leaves all other escapes as they are. It returns `false` for a path that
    /// some servers treat as outside the base, because they decode dots and slashes first, merge slashes, or drop `;`
    /// and the text after it.
    public func contains(_ other: RequestURL) -> Bool {
        url.origin == other.origin && url.user == other.user && url.password == other.password
            && DotSegments.removed(from: other.path).hasPrefix(url.path)
            && DotSegments.loose(other.path).hasPrefix(DotSegments.loose(url.path))
    }
}

extension RequestURL {
    /// Resolves a reference that a server sent, such as a `Location` (RFC 3986, section 5.2).
    ///
    /// The path of the result has no dot segments. URLs that a user wrote keep theirs.
    package func resolving(reference: String) throws(ClientError) -> RequestURL {
        try RequestURL(parsing: reference, relativeTo: withoutDotSegments).withoutDotSegments
    }

    /// The URL without `.` and `..` segments in its path.
    fileprivate var withoutDotSegments: RequestURL {
        let plain = DotSegments.removed(from: path)
        guard plain != path else { return self }
        var url = self
        url.path = plain
        url.text = "\(scheme)://\(authority)\(plain)" + (query.map { "?" + $0 } ?? "")
        return url
    }
}

enum DotSegments {
    /// Returns the path without `.` and `..` segments, including escaped ones (RFC 3986, section 6.2.2.2).
    static func removed(from path: String) -> String {
        let segments = path.split(at: "/", omittingEmptySubsequences: false).dropFirst()
        var kept: [Substring] = []
        for (index, segment) in segments.enumerated() {
            guard let dots = dots(in: segment) else {
                kept.append(segment)
                continue
            }
            if dots == 2 { _ = kept.popLast() }
            if index == segments.count - 1 { kept.append("") }
        }
        return "/" + kept.joined(separator: "/")
    }

    /// Returns the number of dots if the segment is `.` or `..`, escaped or not, or `nil` if it is not.
    private static func dots(in segment: Substring) -> Int? {
        var (rest, count) = (segment.utf8, 0)
        while let byte = rest.popFirst() {
            count += 1
            if byte == UInt8(ascii: "%"), rest.escapedByte == UInt8(ascii: ".") {
                rest = rest.dropFirst(2)
            } else if byte != UInt8(ascii: ".") {
                return nil
            }
            if count > 2 { return nil }
        }
        return count == 0 ? nil : count
    }

    /// Appends a relative path to the directory of a base (RFC 3986, section 5.2.3).
    ///
    /// Only the dot segments at the beginning of the relative path are resolved, starting at that directory. All other
    /// segments stay as written, and so do escaped dots.
    static func merged(_ relative: String, into base: String) -> String {
        let directory = base.utf8.lastIndex(of: UInt8(ascii: "/")).map { base[...$0] } ?? "/"
        var rest = relative[...]
        while true {
            let segment = rest.prefix(before: "/")
            guard segment == "." || segment == ".." else { break }
            rest = Substring(rest.utf8[segment.endIndex...].dropFirst())
        }
        let dots = relative[..<rest.startIndex]
        return (dots.isEmpty ? String(directory) : removed(from: "\(directory)\(dots)")) + rest
    }

    /// Returns the path as the most lenient server reads it, for a comparison that must fail safe.
    static func loose(_ path: String) -> String {
        let escaped = ["%2e": ".", "%2f": "/", "%5c": "/", "%3b": ";"]
        let plain = escaped.reduce(path.replacing("\\", with: "/")) { path, pair in
            path.replacing(pair.key, with: pair.value).replacing(pair.key.uppercased(), with: pair.value)
        }
        let segments = plain.split(at: "/").map { $0.prefix(before: ";") }.filter { !$0.isEmpty }
        let end = plain.hasSuffix("/") ? "/" : ""
        return removed(from: "/" + segments.joined(separator: "/") + (segments.isEmpty ? "" : end))
    }
}

import CEngineCurl
import Glibc

extension RequestURL {
    /// Takes a URL apart, resolving it against a base first where one is given.
    ///
    /// Bytes outside ASCII and spaces in the path and the query are escaped; everything else stays as written. What
    /// names no host is refused (RFC 9110, section 4.2.1): libcurl would take the first word of the path for one.
    /// - Throws: `invalidRequest/queue` that names what is wrong.
    public init(parsing text: String, relativeTo base: RequestURL? = nil) throws(ClientError) {
        do throws(ParsingError) {
            try self.init(reading: text, against: base)
        } catch {
            throw ClientError(
                .invalidRequest, .queue, "the URL “\(text)” cannot be used: \(error.reason)",
                hint: "write it like http://host:port/path?query")
        }
    }

    /// Says in half a sentence why a text is no absolute URL of http; nil where it is one.
    package static func fault(in text: String) -> String? {
        do throws(ParsingError) {
            _ = try RequestURL(reading: text, against: nil)
            return nil
        } catch {
            return error.reason
        }
    }

    private struct ParsingError: Error {
        var reason: String
    }

    private static func parser(of text: String, against base: RequestURL?) throws(ParsingError) -> URLParser {
        guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw ParsingError(reason: "it holds a control character")
        }
        if let authority = text.writtenAuthority {
            guard !authority.isEmpty else { throw ParsingError(reason: "it has no host") }
            // As in https://https://a.test: who writes that does not mean a host of this name.
            guard !["http:", "https:"].contains(authority.lowercased()) else {
                throw ParsingError(reason: "it names a scheme twice")
            }
        }
        guard let parser = URLParser() else { throw ParsingError(reason: "out of memory") }
        let code = parser.resolve(text, against: base)
        guard code != CURLUE_NO_HOST else { throw ParsingError(reason: "it has no host") }
        guard code == CURLUE_OK else {
            throw ParsingError(reason: String(cString: curl_url_strerror(code)).lowercased())
        }
        let scheme = parser.part(CURLUPART_SCHEME)?.lowercased() ?? ""
        guard scheme == "http" || scheme == "https" else {
            throw ParsingError(reason: "the scheme “\(scheme)” is not http or https")
        }
        return parser
    }

    private init(reading text: String, against base: RequestURL?) throws(ParsingError) {
        if base == nil, let plain = RequestURL(plain: text) {
            self = plain
            return
        }
        let parser = try Self.parser(of: text, against: base)
        let user = parser.part(CURLUPART_USER, CURLU_URLDECODE)
        let password = parser.part(CURLUPART_PASSWORD, CURLU_URLDECODE)
        let fragment = parser.part(CURLUPART_FRAGMENT)
        for hidden in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_FRAGMENT] { parser.set(hidden, nil) }
        guard let (sent, host) = parser.converted else {
            throw ParsingError(reason: "its host is not a name that can be looked up")
        }
        self.init(
            text: sent, scheme: parser.part(CURLUPART_SCHEME)?.lowercased() ?? "", host: host,
            port: parser.part(CURLUPART_PORT, CURLU_DEFAULT_PORT).flatMap { Int($0) } ?? 80,
            path: parser.part(CURLUPART_PATH) ?? "/", query: parser.part(CURLUPART_QUERY),
            user: user, password: password, fragment: fragment)
        // A query may be empty (RFC 3986, section 3.4); libcurl leaves its mark out.
        if query ?? "" == "", text.endsInQuestionMark {
            query = ""
            if !sent.hasSuffix("?") { self.text += "?" }
        }
    }
}

/// A locale whose encoding is UTF-8, for one thread at a time.
///
/// libcurl decodes the host in the encoding of the locale before it converts the host to punycode. URLs are UTF-8 in every
/// locale of the process.
private enum UTF8Locale {
    /// `nil` if the system has no such locale.
    ///
    /// `nonisolated(unsafe)` is sound: the locale is made once and never changed or freed, and each thread only selects it.
    nonisolated(unsafe) private static let made =
        newlocale(LC_CTYPE_MASK, "C.UTF-8", nil) ?? newlocale(LC_CTYPE_MASK, "en_US.UTF-8", nil)

    /// Runs a closure in the locale on this thread, and restores the locale of the thread afterwards.
    static func run<Result>(_ body: () -> Result) -> Result {
        guard let made else { return body() }
        let former = uselocale(made)
        defer { uselocale(former) }
        return body()
    }
}

/// libcurl's parser of URLs, at work on one.
private final class URLParser {
    private let handle: OpaquePointer
    private static let flags = CURLU_PATH_AS_IS | CURLU_NON_SUPPORT_SCHEME

    init?() {
        guard let handle = curl_url() else { return nil }
        self.handle = handle
    }

    deinit {
        curl_url_cleanup(handle)
    }

    /// The URL and its host with the host in punycode; `nil` if the host has no such form.
    ///
    /// Some letters become delimiters of a URL, such as `℀`, which becomes `a/c`. They would change where the request goes.
    var converted: (url: String, host: String)? {
        let written = part(CURLUPART_HOST)
        // The URL first: libcurl 7.88 leaks the host when it is asked for one that it cannot convert.
        let (url, host) = UTF8Locale.run {
            let url = part(CURLUPART_URL, CURLU_PUNYCODE)
            return (url, url.flatMap { _ in part(CURLUPART_HOST, CURLU_PUNYCODE) })
        }
        guard let url, let host, !host.isEmpty, host == written || host.utf8.allSatisfy(\.isUnreservedInURL)
        else {
            return nil
        }
        return (url, host)
    }

    func resolve(_ text: String, against base: RequestURL?) -> CURLUcode {
        guard let base else { return set(CURLUPART_URL, text.escapedForURL, Self.flags) }
        set(CURLUPART_URL, base.text, Self.flags)
        set(CURLUPART_USER, base.user, CURLU_URLENCODE)
        set(CURLUPART_PASSWORD, base.password, CURLU_URLENCODE)
        // A reference without anything but a fragment is the base itself (RFC 3986, section 5.2.2), with its query,
        // which libcurl would drop.
        if text.isEmpty || text.hasPrefix("#") { return set(CURLUPART_FRAGMENT, String(text.dropFirst())) }
        return set(CURLUPART_URL, text.escapedForURL, Self.flags)
    }

    @discardableResult
    func set(_ part: CURLUPart, _ value: String?, _ flags: Int32 = 0) -> CURLUcode {
        curl_url_set(handle, part, value, UInt32(flags))
    }

    func part(_ which: CURLUPart, _ flags: Int32 = 0) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, which, &value, UInt32(flags)) == CURLUE_OK, let value else { return nil }
        defer { curl_free(value) }
        return String(cString: value)
    }
}

extension String {
    /// The authority as written in a URL of http, or in a reference to another server, be it nothing;
    /// nil for other references.
    fileprivate var writtenAuthority: Substring? {
        var rest = self[...]
        if let colon = utf8.firstIndex(of: UInt8(ascii: ":")) {
            let scheme = self[..<colon].lowercased()
            if scheme == "http" || scheme == "https" { rest = rest[utf8.index(after: colon)...] }
        }
        guard rest.utf8.starts(with: "//".utf8) else { return rest.startIndex > startIndex ? "" : nil }
        return Substring(rest.utf8.dropFirst(2)).prefix(before: "/", "?", "#")
    }

    /// Indicates whether a question mark ends it, apart from a fragment.
    fileprivate var endsInQuestionMark: Bool {
        utf8.prefix { $0 != UInt8(ascii: "#") }.last == UInt8(ascii: "?")
    }

    /// The URL with spaces and bytes outside ASCII escaped where they may not stand: everywhere behind the host.
    fileprivate var escapedForURL: String {
        guard utf8.contains(where: { $0 == 0x20 || $0 >= 0x80 }) else { return self }
        let path = pathStart
        return self[..<path] + self[path...].percentEncoded { $0 == 0x20 || $0 >= 0x80 }
    }

    /// The start of the path: behind `scheme://host`, or at the start of a relative reference.
    private var pathStart: String.Index {
        guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")), utf8[colon...].starts(with: "://".utf8)
        else { return startIndex }
        let host = utf8.index(colon, offsetBy: 3)
        return utf8[host...].firstIndex { "/?#".utf8.contains($0) } ?? endIndex
    }
}

extension RequestURL {
    /// Returns a URL that can be parsed, made of text that may hold what no URL may: every such byte is escaped.
    ///
    /// Whatever has a meaning in a URL stays, escapes that are whole included. Meant for what people paste; requests
    /// are not repaired behind your back, apart from spaces and bytes outside ASCII.
    /// - Returns: nil for empty text.
    public static func repair(_ text: String, adding parameters: Parameters = [:]) -> String? {
        guard !text.isEmpty else { return nil }
        return text.percentEncoded(keepingEscapes: true) { !$0.isUnreservedInURL && !$0.isReservedInURL }
            .appendingQuery(parameters.encoded())
    }
}

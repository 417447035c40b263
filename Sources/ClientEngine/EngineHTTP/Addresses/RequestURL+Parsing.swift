extension RequestURL {
    /// Parses a URL, after resolving it against `base` if it is relative.
    ///
    /// Path, query and fragment stay as written, except that spaces and bytes outside ASCII are escaped. In a relative
    /// path, only the dot segments at its beginning are resolved. The host gets the form in which it is looked up.
    ///
    /// - Throws: `invalidRequest/queue` with the reason, also if the URL names no host (RFC 9110, section 4.2.1).
    public init(parsing text: String, relativeTo base: RequestURL? = nil) throws(ClientError) {
        do throws(URLFault) {
            try self.init(reading: text, against: base)
        } catch {
            throw ClientError(
                .invalidRequest, .queue, "the URL “\(text)” cannot be used: \(error.reason)",
                hint: "write it like http://host:port/path?query")
        }
    }

    /// Returns the reason why a text is not an absolute HTTP URL, in half a sentence, or `nil` if it is one.
    public static func fault(in text: String) -> String? {
        do throws(URLFault) {
            _ = try RequestURL(reading: text, against: nil)
            return nil
        } catch {
            return error.reason
        }
    }

    private init(reading text: String, against base: RequestURL?) throws(URLFault) {
        if base == nil, let plain = RequestURL(plain: text) {
            self = plain
            return
        }
        guard !text.utf8.contains(where: \.isControl) else { throw .controlCharacter }
        let reference = URLReference(text)
        guard let scheme = try Self.scheme(of: reference) ?? base?.scheme else { throw .noScheme }
        if let written = reference.authority {
            // For `https://https://a.test`: the user did not mean a host named `https`.
            guard !["http:", "https:"].contains(written.lowercased()) else { throw .schemeTwice }
            guard !written.isEmpty else { throw .noHost }
            self.init(reference, scheme, try URLAuthority(written))
        } else if let base, reference.scheme == nil {
            self.init(reference, against: base)
        } else {
            throw .noHost
        }
    }

    private static func scheme(of reference: URLReference) throws(URLFault) -> String? {
        guard let written = reference.scheme else { return nil }
        let scheme = written.lowercased()
        guard scheme == "http" || scheme == "https" else { throw .otherScheme(scheme) }
        return scheme
    }

    /// Creates a URL from a reference that names its server.
    private init(_ reference: URLReference, _ scheme: String, _ authority: URLAuthority) {
        let path = reference.path.isEmpty ? "/" : reference.path.escapedForURL
        let query = reference.query?.escapedForURL
        self.init(
            text: Self.text(scheme, authority.text[...], path, query), scheme: scheme,
            host: authority.host.name, port: authority.port ?? (scheme == "https" ? 443 : 80), path: path,
            query: query, user: authority.user, password: authority.password,
            fragment: reference.fragment?.escapedForURL)
    }

    /// Creates a URL on the server of a base (RFC 3986, section 5.2.2).
    private init(_ reference: URLReference, against base: RequestURL) {
        var (path, query) = (base.path, reference.query?.escapedForURL)
        if reference.path.isEmpty {
            query = query ?? base.query
        } else if reference.path.utf8.first == UInt8(ascii: "/") {
            path = reference.path.escapedForURL
        } else {
            path = DotSegments.merged(reference.path.escapedForURL, into: base.path)
        }
        self.init(
            text: Self.text(base.scheme, base.authority, path, query), scheme: base.scheme, host: base.host,
            port: base.port, path: path, query: query, user: base.user, password: base.password,
            fragment: reference.fragment?.escapedForURL)
    }

    /// Composes the text of a URL as it is sent (RFC 3986, section 5.3).
    private static func text(
        _ scheme: String, _ authority: Substring, _ path: String, _ query: String?
    ) -> String {
        query.map { "\(scheme)://\(authority)\(path)?\($0)" } ?? "\(scheme)://\(authority)\(path)"
    }
}

extension Substring {
    /// The text with spaces and bytes outside ASCII escaped.
    fileprivate var escapedForURL: String { percentEncoded { $0 == 0x20 || $0 >= 0x80 } }
}

extension UInt8 {
    /// Indicates whether the byte is a control character of ASCII.
    var isControl: Bool { self < 0x20 || self == 0x7F }
}

extension RequestURL {
    /// Returns `text` as a URL that can be parsed, with `parameters` appended: every byte that a URL must not contain
    /// is escaped.
    ///
    /// Bytes with a meaning in a URL stay, including complete escapes. Use this method for text that a person has
    /// pasted: a request itself only escapes spaces and bytes outside ASCII.
    ///
    /// - Returns: The URL, or `nil` for empty text.
    public static func repair(_ text: String, adding parameters: Parameters = [:]) -> String? {
        guard !text.isEmpty else { return nil }
        return text.percentEncoded(keepingEscapes: true) { !$0.isUnreservedInURL && !$0.isReservedInURL }
            .appendingQuery(parameters.encoded())
    }
}

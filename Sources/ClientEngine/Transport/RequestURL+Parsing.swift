import CCurl

extension RequestURL {
    /// Takes a URL apart, resolving it against a base first where one is given.
    ///
    /// Bytes outside ASCII and spaces in the path and the query are escaped; everything else stays as written.
    /// - Throws: `invalidRequest/queue` that names what is wrong.
    public init(parsing text: String, relativeTo base: RequestURL? = nil) throws(ClientError) {
        guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw Self.invalid(text, "it holds a control character")
        }
        guard let handle = curl_url() else { throw Self.invalid(text, "out of memory") }
        defer { curl_url_cleanup(handle) }
        let flags = UInt32(CURLU_PATH_AS_IS) | UInt32(CURLU_NON_SUPPORT_SCHEME)
        if let base {
            curl_url_set(handle, CURLUPART_URL, base.text, flags)
            curl_url_set(handle, CURLUPART_USER, base.user, UInt32(CURLU_URLENCODE))
            curl_url_set(handle, CURLUPART_PASSWORD, base.password, UInt32(CURLU_URLENCODE))
        }
        // A reference without anything but a fragment is the base itself (RFC 3986, section 5.2.2), with its query,
        // which libcurl would drop.
        let isBaseItself = base != nil && (text.isEmpty || text.hasPrefix("#"))
        let code =
            isBaseItself
            ? curl_url_set(handle, CURLUPART_FRAGMENT, String(text.dropFirst()), 0)
            : curl_url_set(handle, CURLUPART_URL, text.escapedForURL, flags)
        guard code == CURLUE_OK else {
            throw Self.invalid(text, String(cString: curl_url_strerror(code)).lowercased())
        }
        func part(_ which: CURLUPart, _ flags: Int32 = 0) -> String? {
            var value: UnsafeMutablePointer<CChar>?
            guard curl_url_get(handle, which, &value, UInt32(flags)) == CURLUE_OK, let value else {
                return nil
            }
            defer { curl_free(value) }
            return String(cString: value)
        }
        let scheme = part(CURLUPART_SCHEME)?.lowercased() ?? ""
        guard scheme == "http" || scheme == "https" else {
            throw Self.invalid(text, "the scheme “\(scheme)” is not http or https")
        }
        user = part(CURLUPART_USER, CURLU_URLDECODE)
        password = part(CURLUPART_PASSWORD, CURLU_URLDECODE)
        fragment = part(CURLUPART_FRAGMENT)
        for hidden in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_FRAGMENT] {
            curl_url_set(handle, hidden, nil, 0)
        }
        self.scheme = scheme
        guard let host = part(CURLUPART_HOST, CURLU_PUNYCODE), let sent = part(CURLUPART_URL, CURLU_PUNYCODE)
        else { throw Self.invalid(text, "its host is no name that can be looked up") }
        self.host = host
        port = part(CURLUPART_PORT, CURLU_DEFAULT_PORT).flatMap { Int($0) } ?? (scheme == "https" ? 443 : 80)
        path = part(CURLUPART_PATH) ?? "/"
        query = part(CURLUPART_QUERY)
        self.text = sent
    }

    private static func invalid(_ text: String, _ why: String) -> ClientError {
        ClientError(
            .invalidRequest, .queue, "the URL “\(text)” cannot be used: \(why)",
            hint: "write it like http://host:port/path?query")
    }
}

extension String {
    /// The URL with spaces and bytes outside ASCII escaped where they may not stand: everywhere behind the host.
    fileprivate var escapedForURL: String {
        guard utf8.contains(where: { $0 == 0x20 || $0 >= 0x80 }) else { return self }
        let authority = range(afterSchemeOf: self)
        let digits = Array("0123456789ABCDEF".utf8)
        var out = Array(self[..<authority].utf8)
        for byte in self[authority...].utf8 {
            if byte == 0x20 || byte >= 0x80 {
                out += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            } else {
                out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Where the path begins: behind `scheme://host`, or at the start of a relative reference.
    private func range(afterSchemeOf text: String) -> String.Index {
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else {
            return text.startIndex
        }
        let host = text.index(colon, offsetBy: 3)
        return text[host...].firstIndex { "/?#".contains($0) } ?? text.endIndex
    }
}

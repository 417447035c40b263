import CEngineCurl
import Glibc

/// Writes an exchange's settings into a libcurl handle.
struct TransferOptions {
    let exchangeRequest: ExchangeRequest
    let evaluator: TrustEvaluator
    let settings: ClientSettings
    let proxy: Proxy?
    /// The content codings that are taken where the request does not say.
    private static let codings = "gzip, deflate, br, zstd"

    /// The fields that the client sends besides a request's own.
    static func added(to headers: Headers, _ configuration: ClientConfiguration) -> Headers {
        let fields: Headers = ["User-Agent": configuration.userAgent, "Accept-Encoding": codings]
        return Headers(fields.filter { field in !headers.contains { $0.isNamed(field.name) } })
    }

    init(_ exchangeRequest: ExchangeRequest, _ settings: ClientSettings, evaluator: TrustEvaluator) {
        (self.exchangeRequest, self.settings, self.evaluator) = (exchangeRequest, settings, evaluator)
        proxy =
            exchangeRequest.unixSocket == nil
            ? .choose(for: exchangeRequest.url, configured: settings.configuration.connections.proxy) : nil
    }

    private var configuration: ClientConfiguration { settings.configuration }

    /// Sets everything but the target, the header fields and the length of the body, and returns the lists that must live as long as the settings.
    ///
    /// An option that depends on more than the settings and the request needs a look at ``EasyHandle``, which keeps settings.
    func apply(to easy: UnsafeMutableRawPointer) -> [UnsafeMutablePointer<curl_slist>] {
        setPolicy(easy)
        setMethod(easy)
        exchangeRequest.version?.apply(to: easy)
        if let socket = exchangeRequest.unixSocket {
            ccurl_set_string(easy, CURLOPT_UNIX_SOCKET_PATH, socket.path)
        }
        exchangeRequest.credentials?.connectionLogin?.apply(to: easy)
        var lists: [UnsafeMutablePointer<curl_slist>] = []
        func set(_ option: CURLoption, _ lines: [String]) {
            let list = lines.reduce(nil as UnsafeMutablePointer<curl_slist>?) { curl_slist_append($0, $1) }
            guard let list else { return }
            ccurl_set_list(easy, option, list)
            lists.append(list)
        }
        set(CURLOPT_RESOLVE, configuration.connections.resolve.map(\.curlText))
        set(CURLOPT_CONNECT_TO, configuration.connections.connectTo.map(\.curlText))
        return lists
    }

    /// The header fields, as a list that the caller frees: the request's own, the client's, then what keeps libcurl from adding others.
    ///
    /// The client's are one entry of the list where they can be: with each request libcurl looks through all entries, again and
    /// again, for names that these do not have.
    static func headerList(
        of exchangeRequest: ExchangeRequest, _ settings: ClientSettings
    ) -> UnsafeMutablePointer<curl_slist>? {
        var (list, line): (UnsafeMutablePointer<curl_slist>?, [UInt8]) = (nil, [])
        func end() {
            line.append(0)
            list = line.withUnsafeBytes { bytes in
                curl_slist_append(list, bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
            }
            line.removeAll(keepingCapacity: true)
        }
        for field in exchangeRequest.headers {
            line.append(field)
            end()
        }
        let added = added(to: exchangeRequest.headers, settings.configuration)
        let areOneEntry = !added.contains { $0.rawValue.isEmpty }
        for field in added {
            if areOneEntry, !line.isEmpty { line += [0x0D, 0x0A] }
            line.append(field)
            if !areOneEntry { end() }
        }
        if !line.isEmpty { end() }
        guard exchangeRequest.uploads else { return list }
        for name in ["Content-Type", "Expect"]
        where !exchangeRequest.headers.contains(where: { $0.isNamed(name) }) {
            line += name.utf8
            line.append(0x3A)
            end()
        }
        return list
    }

    /// Sets the options that every exchange has in common: http only, nothing followed, decoded or remembered by
    /// libcurl.
    private func setPolicy(_ easy: UnsafeMutableRawPointer) {
        ccurl_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        ccurl_set_string(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        ccurl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
        ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        ccurl_set_long(easy, CURLOPT_QUICK_EXIT, 1)
        ccurl_set_long(easy, CURLOPT_PATH_AS_IS, 1)
        ccurl_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // TLS tells whether a connection multiplexes; plain HTTP would make the second request wait for the first answer.
        ccurl_set_long(easy, CURLOPT_PIPEWAIT, exchangeRequest.url.scheme == "https" ? 1 : 0)
        ccurl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, connectTimeout)
        // Debian's default CAPATH switches libcurl's cache of the CA store off: 17 ms a handshake instead of 1.
        ccurl_set_string(easy, CURLOPT_CAPATH, nil)
        ccurl_set_string(easy, CURLOPT_CAINFO, configuration.connections.tls.certificateAuthorities)
        setTLS(easy)
        ccurl_set_string(easy, CURLOPT_PROXY_CAPATH, nil)
        ccurl_set_string(easy, CURLOPT_PROXY_CAINFO, configuration.connections.tls.certificateAuthorities)
        // What a kept connection let down takes another one.
        ccurl_set_long(easy, CURLOPT_FRESH_CONNECT, exchangeRequest.repetitions > 0 ? 1 : 0)
        setProxy(easy)
    }

    /// Names the proxy, or none: libcurl would look through the environment for each exchange.
    private func setProxy(_ easy: UnsafeMutableRawPointer) {
        ccurl_set_string(easy, CURLOPT_PROXY, proxy?.text ?? "")
        ccurl_set_string(easy, CURLOPT_NOPROXY, "")
    }

    /// Milliseconds: a quarter more than our own deadline, which comes first; without end on a clock that is not the
    /// wall's, which libcurl knows nothing of.
    ///
    /// Half of what is left is what libcurl gives an address that does not answer, where there is another one.
    var connectTimeout: Int {
        guard let allowed = exchangeRequest.timeouts.connect, configuration.time is SystemTime else {
            return Int(Int32.max)
        }
        return Int(Int32(clamping: max(1, allowed.nanoseconds / 800_000)))
    }

    private func setTLS(_ easy: UnsafeMutableRawPointer) {
        // Older versions are broken (RFC 8996), whatever the system's policy allows.
        ccurl_set_long(easy, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if evaluator.rule == .disabled { ccurl_set_long(easy, CURLOPT_SSL_VERIFYPEER, 0) }
        if evaluator.mayOverrule { ccurl_set_long(easy, CURLOPT_SSL_VERIFYHOST, 0) }
        if !evaluator.isContentWithTrust { ccurl_set_long(easy, CURLOPT_SSL_SESSIONID_CACHE, 0) }
        if let certificate = configuration.connections.tls.clientCertificate { set(certificate, easy) }
    }

    private func set(_ certificate: ClientCertificate, _ easy: UnsafeMutableRawPointer) {
        switch certificate.source {
        case .files(let file, let key):
            ccurl_set_string(easy, CURLOPT_SSLCERT, file)
            ccurl_set_string(easy, CURLOPT_SSLKEY, key)
        case .pem(let text, let key):
            ccurl_set_blob(easy, CURLOPT_SSLCERT_BLOB, text, text.count)
            ccurl_set_blob(easy, CURLOPT_SSLKEY_BLOB, key, key.count)
        case .pkcs12File(let file):
            ccurl_set_string(easy, CURLOPT_SSLCERTTYPE, "P12")
            ccurl_set_string(easy, CURLOPT_SSLCERT, file)
        case .pkcs12(let bytes):
            ccurl_set_string(easy, CURLOPT_SSLCERTTYPE, "P12")
            ccurl_set_blob(easy, CURLOPT_SSLCERT_BLOB, bytes, bytes.count)
        }
        // Without one, OpenSSL would ask for the passphrase of a key on the terminal, and wait.
        ccurl_set_string(easy, CURLOPT_KEYPASSWD, certificate.password ?? "")
    }

    private func setMethod(_ easy: UnsafeMutableRawPointer) {
        if exchangeRequest.method == .head {
            ccurl_set_long(easy, CURLOPT_NOBODY, 1)
        } else if !exchangeRequest.uploads {
            ccurl_set_long(easy, CURLOPT_HTTPGET, 1)
        } else {
            ccurl_set_long(easy, CURLOPT_POST, 1)
        }
        if exchangeRequest.method != .head {
            ccurl_set_string(easy, CURLOPT_CUSTOMREQUEST, exchangeRequest.method.rawValue)
        }
    }
}

extension [UInt8] {
    /// Puts a field behind others as libcurl takes it: one without a value ends with a semicolon.
    fileprivate mutating func append(_ field: Headers.Field) {
        let (name, value) = (field.rawName, field.rawValue)
        self += name
        if value.isEmpty {
            append(0x3B)
        } else {
            self += [0x3A, 0x20]
            self += value
        }
    }
}

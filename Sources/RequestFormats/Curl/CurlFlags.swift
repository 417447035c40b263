import ClientEngine

/// What a flag of the curl command asks for, as far as a request can say it.
enum CurlFlag: Hashable {
    case url, method, header, userAgent, referer, cookie, user, bearer, range
    case data, dataRaw, dataBinary, dataURLEncoded, json, form, formString, upload, urlQuery
    case output, asQuery, headOnly, maximumTime, connectTimeout, retry, retryDelay, retryMaximumTime
    case next
    /// The dots in the path of the URL stay.
    case pathAsIs
    /// The version of HTTP, which curl insists on.
    case version(HTTPVersion)
    /// Credentials are sent in another way than Basic.
    case otherAuthentication
    case toggle(CurlCommand.Switch)
    /// Changes nothing about the request.
    case ignored

    /// Whether the next word belongs to it.
    var takesArgument: Bool {
        switch self {
        case .asQuery, .headOnly, .next, .pathAsIs, .version, .otherAuthentication, .toggle, .ignored: false
        default: true
        }
    }

    /// The flag of a name; nil for one that cannot be carried over.
    init?(long name: String) {
        guard let flag = Self.long[name] else { return nil }
        self = flag
    }

    /// The flag of a letter; nil for one that cannot be carried over.
    init?(short letter: Character) {
        guard let name = Self.short[letter] else { return nil }
        self.init(long: name)
    }

    /// The option that insists on a version; `--http2` only offers it.
    static func option(for version: HTTPVersion) -> String {
        switch version {
        case .http10: "--http1.0"
        case .http11: "--http1.1"
        case .http2: "--http2-prior-knowledge"
        case .http3: "--http3-only"
        }
    }

    /// Whether a flag that is not carried over brings an argument.
    static func takesArgument(long name: String) -> Bool { argumentFlags.contains(name) }

    static func takesArgument(short letter: Character) -> Bool { "cCDEhKPQtUwxyYz".contains(letter) }

    private static let long: [String: CurlFlag] = [
        "url": .url, "request": .method, "header": .header, "user-agent": .userAgent, "referer": .referer,
        "cookie": .cookie, "user": .user, "oauth2-bearer": .bearer, "data": .data, "data-ascii": .data,
        "data-raw": .dataRaw, "data-binary": .dataBinary, "data-urlencode": .dataURLEncoded, "json": .json,
        "form": .form, "form-string": .formString, "upload-file": .upload, "url-query": .urlQuery,
        "range": .range, "digest": .otherAuthentication, "ntlm": .otherAuthentication,
        "negotiate": .otherAuthentication, "anyauth": .otherAuthentication,
        "get": .asQuery, "head": .headOnly, "max-time": .maximumTime, "connect-timeout": .connectTimeout,
        "retry": .retry, "retry-delay": .retryDelay, "retry-max-time": .retryMaximumTime, "next": .next,
        "http1.0": .version(.http10), "http1.1": .version(.http11),
        "http2-prior-knowledge": .version(.http2), "http3-only": .version(.http3),
        "location": .toggle(.followsRedirects), "insecure": .toggle(.insecure),
        "include": .toggle(.includesHead), "show-headers": .toggle(.includesHead),
        "verbose": .toggle(.verbose), "silent": .toggle(.silent), "fail": .toggle(.failsOnErrorStatus),
        "fail-with-body": .toggle(.failsOnErrorStatus), "show-error": .toggle(.showsErrors),
        "output": .output, "remote-name": .toggle(.usesRemoteName), "compressed": .ignored,
        "path-as-is": .pathAsIs,
        "basic": .ignored, "no-buffer": .ignored, "progress-bar": .ignored, "globoff": .ignored,
        "no-progress-meter": .ignored, "no-keepalive": .ignored, "styled-output": .ignored,
        "no-styled-output": .ignored, "disable": .ignored, "no-location": .ignored, "no-compressed": .ignored,
    ]

    private static let short: [Character: String] = [
        "X": "request", "H": "header", "A": "user-agent", "e": "referer", "b": "cookie", "u": "user",
        "d": "data", "F": "form", "T": "upload-file", "r": "range", "G": "get", "I": "head", "m": "max-time",
        "L": "location", "k": "insecure", "i": "include", "v": "verbose", "s": "silent", "f": "fail",
        "S": "show-error", "o": "output", "O": "remote-name", "N": "no-buffer", "#": "progress-bar",
        "g": "globoff", ":": "next", "q": "disable", "0": "http1.0",
    ]

    /// The other flags of curl 8 that bring an argument: without this list it would be taken for a URL.
    private static let argumentFlags: Set<String> = Set(
        """
        abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-to \
        continue-at cookie-jar create-file-mode crlfile curves delegation dns-interface dns-ipv4-addr \
        dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine etag-compare etag-save \
        expect100-timeout form-escape ftp-account ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode \
        happy-eyeballs-timeout-ms haproxy-clientip help hostpubmd5 hostpubsha256 hsts interface ip-tos ipfs-gateway \
        keepalive-cnt keepalive-time key key-type krb libcurl limit-rate local-port login-options mail-auth \
        mail-from mail-rcpt max-filesize max-redirs netrc-file noproxy output-dir parallel-max pass \
        pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-cacert proxy-capath proxy-cert \
        proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass \
        proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword \
        proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file rate request-target resolve sasl-authzid \
        service-name sigalgs socks4 socks4a socks5 socks5-gssapi-service socks5-hostname speed-limit speed-time \
        stderr telnet-option tftp-blksize time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser trace \
        trace-ascii trace-config unix-socket variable vlan-priority write-out
        """.split(at: " ").map(String.init))
}

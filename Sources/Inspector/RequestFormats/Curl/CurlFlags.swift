import ClientEngine

/// A flag of the curl command, as far as a request can say what it asks for.
enum CurlFlag: Sendable {
    // Its argument is the value of a property.
    case text(WritableKeyPath<CurlOptions, String?> & Sendable)
    case texts(WritableKeyPath<CurlOptions, [String]> & Sendable)
    case number(WritableKeyPath<CurlOptions, Double?> & Sendable)
    case data(@Sendable (String) -> CurlData)
    case header, referer, cookie, json, form, formString, output, writeOut
    case mark(WritableKeyPath<CurlOptions, Bool> & Sendable)
    case toggle(CurlCommand.Switch)
    /// The version of HTTP, which curl insists on.
    case version(HTTPVersion)
    /// The credentials of `-u` log in by this scheme.
    case login(CurlOptions.Scheme)
    /// The credentials of `-u` are a key that signs the request; its argument names what for.
    case signature
    /// The credentials of `-u` are sent in a way that no request can say.
    case otherAuthentication
    /// Changes nothing about the request.
    case ignored

    /// Indicates whether the next word belongs to it.
    var takesArgument: Bool {
        switch self {
        case .mark, .toggle, .version, .login, .otherAuthentication, .ignored: false
        default: true
        }
    }

    init?(long name: String) {
        guard let flag = Self.long[name] ?? Self.abbreviated(name) else { return nil }
        self = flag
    }

    /// Returns the flag whose name begins with a text, as curl up to 8.10 does, if it decides how the credentials of `-u` are sent.
    private static func abbreviated(_ text: String) -> CurlFlag? {
        let names = long.keys.filter { $0.hasPrefix(text) }
        guard names.count == 1, let flag = long[names[0]] else { return nil }
        return switch flag {
        case .login, .otherAuthentication, .signature: flag
        default: nil
        }
    }

    init?(short letter: Character) {
        guard let name = Self.short[letter] else { return nil }
        self.init(long: name)
    }

    /// Returns the option that insists on a version; `--http2` only offers it.
    static func option(for version: HTTPVersion) -> String {
        switch version {
        case .http10: "--http1.0"
        case .http11: "--http1.1"
        case .http2: "--http2-prior-knowledge"
        case .http3: "--http3-only"
        }
    }

    /// Returns whether a flag that is not carried over brings an argument.
    static func takesArgument(long name: String) -> Bool { argumentFlags.contains(name) }

    static func takesArgument(short letter: Character) -> Bool { "cCDEhKPQtUxyYz".contains(letter) }

    private static let long: [String: CurlFlag] = [
        "url": .texts(\.urls), "request": .text(\.method), "header": .header,
        "user-agent": .text(\.userAgent), "referer": .referer, "cookie": .cookie, "user": .text(\.user),
        "oauth2-bearer": .text(\.bearer), "data": .data(CurlData.ascii), "data-ascii": .data(CurlData.ascii),
        "data-raw": .data(CurlData.text), "data-binary": .data(CurlData.binary),
        "data-urlencode": .data(CurlData.encoded), "json": .json, "form": .form,
        "form-string": .formString, "upload-file": .text(\.upload), "url-query": .texts(\.query),
        "range": .text(\.range), "unix-socket": .text(\.unixSocket), "digest": .login(.digest),
        "ntlm": .login(.ntlm),
        "ntlm-wb": .otherAuthentication,
        "negotiate": .login(.negotiate), "anyauth": .otherAuthentication, "aws-sigv4": .signature,
        "get": .mark(\.isQuery),
        "head": .mark(\.isHeadOnly), "max-time": .number(\.maximumTime),
        "connect-timeout": .number(\.connectTimeout), "retry": .number(\.retry),
        "retry-delay": .number(\.retryDelay), "retry-max-time": .number(\.retryMaximumTime),
        "next": .ignored,
        "http1.0": .version(.http10), "http1.1": .version(.http11),
        "http2-prior-knowledge": .version(.http2), "http3-only": .version(.http3),
        "location": .toggle(.followsRedirects), "insecure": .toggle(.insecure),
        "include": .toggle(.includesHead), "show-headers": .toggle(.includesHead),
        "verbose": .toggle(.verbose), "silent": .toggle(.silent), "fail": .toggle(.failsOnErrorStatus),
        "fail-with-body": .toggle(.failsOnErrorStatus), "show-error": .toggle(.showsErrors),
        "output": .output, "write-out": .writeOut, "remote-name": .toggle(.usesRemoteName),
        "compressed": .ignored,
        "path-as-is": .mark(\.keepsDots), "basic": .ignored, "no-buffer": .ignored, "progress-bar": .ignored,
        "globoff": .ignored,
        "no-progress-meter": .ignored, "no-keepalive": .ignored, "styled-output": .ignored,
        "no-styled-output": .ignored, "disable": .ignored, "no-location": .ignored, "no-compressed": .ignored,
    ]

    private static let short: [Character: String] = [
        "X": "request", "H": "header", "A": "user-agent", "e": "referer", "b": "cookie", "u": "user",
        "d": "data", "F": "form", "T": "upload-file", "r": "range", "G": "get", "I": "head", "m": "max-time",
        "L": "location", "k": "insecure", "i": "include", "v": "verbose", "s": "silent", "f": "fail",
        "S": "show-error", "o": "output", "w": "write-out", "O": "remote-name", "N": "no-buffer",
        "#": "progress-bar",
        "g": "globoff", ":": "next", "q": "disable", "0": "http1.0",
    ]

    /// The other flags of curl 8 that bring an argument: without this list it would be taken for a URL.
    private static let argumentFlags: Set<String> = Set(
        """
        abstract-unix-socket alt-svc cacert capath cert cert-type ciphers config connect-to \
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
        trace-ascii trace-config variable vlan-priority
        """.split(at: " ").map(String.init))
}

import Testing

/// A document, the requests required by the draft of http-files.org, and the more lenient result of the default
/// dialect.
struct WireCase: Sendable, CustomTestStringConvertible {
    typealias Arrival = WireTrial.Arrival

    /// The rules of the draft.
    var rules: String
    var document: [UInt8]
    var strict: WireTrial.Result
    var union: WireTrial.Result
    /// Further fields to compare.
    var shown: Set<String> = []

    /// Creates a case.
    ///
    /// `kindly` is the result in the default dialect if it differs.
    init(
        _ rules: String, _ document: String, _ strict: WireTrial.Result,
        kindly union: WireTrial.Result? = nil,
        showing shown: Set<String> = []
    ) {
        self.rules = rules
        self.document = Array(document.utf8)
        self.strict = strict
        self.union = union ?? strict
        self.shown = shown
    }

    /// Returns the result of one received request.
    static func one(_ line: String, _ fields: [String] = [], body: String = "") -> WireTrial.Result {
        .sent([Arrival(line, fields, body: body)])
    }

    var testDescription: String { "\(rules): \(String(decoding: document, as: UTF8.self).debugDescription)" }
}

// Lines, blocks, comments.
extension WireCase {
    static let structure: [WireCase] = [
        WireCase(
            "file-conventions#lf-line-endings", "GET http://p.invalid/a\nX: 1\n",
            one("GET /a HTTP/1.1", ["X: 1"])),
        WireCase(
            "file-conventions#crlf-line-endings #terminator-variance", "GET http://p.invalid/a\r\nX: 1\r\n",
            one("GET /a HTTP/1.1", ["X: 1"])),
        WireCase(
            "file-conventions#mixed-terminators",
            "POST http://p.invalid/a\r\nX: 1\nY: 2\r\n\r\nb\n###\nGET http://p.invalid/b\r\n",
            .sent([Arrival("POST /a HTTP/1.1", ["X: 1", "Y: 2"], body: "b"), Arrival("GET /b HTTP/1.1")])),
        WireCase("a byte order mark", "\u{FEFF}GET http://p.invalid/a", one("GET /a HTTP/1.1")),
        WireCase(
            "request-separator#first-block #leading-separator #empty-block hash-line#trailing-text",
            "###\n### title {{x}}\n\n# nothing\n#####\nGET http://p.invalid/a\n####x\nGET http://p.invalid/b\n###",
            .sent([Arrival("GET /a HTTP/1.1"), Arrival("GET /b HTTP/1.1")])),
        WireCase(
            "request-separator/hash-line#recognition: in the first column",
            "POST http://p.invalid/a\n\n ### text\n## text\n",
            one("POST /a HTTP/1.1", body: " ### text\n## text")),
        WireCase(
            "request-separator/hash-line#recognition: blanks before it, outside of a body",
            "GET http://p.invalid/a\n  ###\nGET http://p.invalid/b\n", .refused,
            kindly: .sent([Arrival("GET /a HTTP/1.1"), Arrival("GET /b HTTP/1.1")])),
        WireCase(
            "comments#request-identity hash#recognition slash#recognition",
            "# a\n// b\nPOST http://p.invalid/a\n# c: d\nX: 1\n// e: f\nY: 2\n#\n\nz",
            one("POST /a HTTP/1.1", ["X: 1", "Y: 2"], body: "z")),
        WireCase(
            "comments#line-start", "GET http://p.invalid/a\n # c\nX: 1", .refused,
            kindly: one("GET /a HTTP/1.1", ["X: 1"])),
        WireCase(
            "comments#line-start", " # c\nGET http://p.invalid/a", .refused, kindly: one("GET /a HTTP/1.1")),
        WireCase(
            "comment-directives#unimplemented #header-placement #marker-forms #marker-spacing #wire-invisibility",
            "# @frob a {{ghost}}\n//@frob\n#   @frob=1\n// @name x\nGET http://p.invalid/a\n# @frob: 1\nX: 1",
            one("GET /a HTTP/1.1", ["X: 1"])),
        WireCase(
            "request-naming#request-identity #wire-invisibility",
            "### one two\n# @name=first\nGET http://p.invalid/a",
            one("GET /a HTTP/1.1")),
    ]

    static let bodies: [WireCase] = [
        WireCase(
            "message-body#body-absence", "POST http://p.invalid/a\nX: 1\n###\n",
            one("POST /a HTTP/1.1", ["X: 1"])),
        WireCase(
            "message-body#body-start", "POST http://p.invalid/a\n\n\nb", one("POST /a HTTP/1.1", body: "\nb")),
        WireCase(
            "message-body#body-content", "POST http://p.invalid/a\n\na\n\n# b\n// c\n@d = 1\nE: f\n## g",
            one("POST /a HTTP/1.1", body: "a\n\n# b\n// c\n@d = 1\nE: f\n## g")),
        WireCase(
            "message-body#body-encoding body-octets#document-octets #declared-media-type",
            "POST http://p.invalid/a\nContent-Type: application/octet-stream; charset=iso-8859-1\n\né\\x41%41&eacute;\\n",
            one(
                "POST /a HTTP/1.1", ["Content-Type: application/octet-stream; charset=iso-8859-1"],
                body: "é\\x41%41&eacute;\\n")),
        WireCase(
            "message-body#body-end #final-terminator #trailing-blank-lines",
            "POST http://p.invalid/a\n\na\n\n \n\n###\nPOST http://p.invalid/b\n\n  b  \n",
            .sent([Arrival("POST /a HTTP/1.1", body: "a"), Arrival("POST /b HTTP/1.1", body: "  b  ")])),
        WireCase(
            "message-body#line-terminators", "POST http://p.invalid/a\n\na\r\nb\nc\r\n",
            one("POST /a HTTP/1.1", body: "a\r\nb\nc")),
        WireCase(
            "message-body#body-content: what others read as markup",
            "POST http://p.invalid/a\n\na\n< f.txt\n> {% x %}\n?? status == 200\n",
            one("POST /a HTTP/1.1", body: "a\n< f.txt\n> {% x %}\n?? status == 200"),
            kindly: one("POST /a HTTP/1.1", body: "a\nfile {{x}}")),
        WireCase(
            "message-body#body-content: forms",
            "POST http://p.invalid/a\nContent-Type: application/x-www-form-urlencoded\n\na=1\n&b=2",
            one("POST /a HTTP/1.1", ["Content-Type: application/x-www-form-urlencoded"], body: "a=1\n&b=2"),
            kindly: one(
                "POST /a HTTP/1.1", ["Content-Type: application/x-www-form-urlencoded"], body: "a=1&b=2")),
        WireCase(
            "message-body#line-terminators: multipart",
            "POST http://p.invalid/a\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b--\n",
            one("POST /a HTTP/1.1", ["Content-Type: multipart/mixed; boundary=b"], body: "--b\n\nx\n--b--"),
            kindly: one(
                "POST /a HTTP/1.1", ["Content-Type: multipart/mixed; boundary=b"],
                body: "--b\r\n\r\nx\r\n--b--")),
        WireCase(
            "no content type is made up", "POST http://p.invalid/a\n\n{}", one("POST /a HTTP/1.1", body: "{}")
        ),
    ]
}

// The request line and the fields.
extension WireCase {
    static let requestLines: [WireCase] =
        [
            "DELETE", "GET", "OPTIONS", "PATCH", "POST", "PUT", "PURGE", "PROPFIND", "M-SEARCH",
            "x!#$%&'*+-.^_`|~1",
        ].map {
            WireCase(
                "method-support method-verbatim#transmission", "\($0) http://p.invalid/a",
                one("\($0) /a HTTP/1.1"))
        } + [
            WireCase("method-support#head", "HEAD http://p.invalid/a", one("HEAD /a HTTP/1.1")),
            WireCase("method-verbatim#lowercase-methods", "get http://p.invalid/a", one("GET /a HTTP/1.1")),
            WireCase(
                "method-verbatim#mixed-case-methods", "Post http://p.invalid/a", one("POST /a HTTP/1.1")),
            WireCase("method-verbatim#transmission", "purge http://p.invalid/a", one("purge /a HTTP/1.1")),
            WireCase(
                "method-verbatim#acceptance", "WEBSOCKET http://p.invalid/a", one("WEBSOCKET /a HTTP/1.1"),
                kindly: .refused),
            WireCase(
                "method-verbatim#acceptance", "GRAPHQL http://p.invalid/a\n\n{ a }",
                one("GRAPHQL /a HTTP/1.1", body: "{ a }"),
                kindly: one(
                    "POST /a HTTP/1.1", ["Content-Type: application/json"], body: #"{"query":"{ a }"}"#)),
            WireCase(
                "request-line/target-first#implied-method", "http://p.invalid/a", one("GET /a HTTP/1.1")),
            WireCase(
                "request-line/target-first#line-form", "http://p.invalid/a HTTP/1.0", one("GET /a HTTP/1.0")),
            WireCase(
                "request-line#trailing-whitespace", "GET http://p.invalid/a \t \nX: 1",
                one("GET /a HTTP/1.1", ["X: 1"])),
            WireCase("request-line/method-first#malformed-line: nothing behind it", "GET", .refused),
            WireCase("request-line/method-first#malformed-line: nothing behind it", "GET HTTP/1.1", .refused),
            WireCase(
                "request-line/method-first#malformed-line: two spaces", "GET  http://p.invalid/a", .refused,
                kindly: one("GET /a HTTP/1.1")),
            WireCase(
                "request-line/method-first#malformed-line: a tab", "GET\thttp://p.invalid/a", .refused,
                kindly: one("GET /a HTTP/1.1")),
            WireCase(
                "request-line/method-first#malformed-line: a space in front", " GET http://p.invalid/a",
                .refused,
                kindly: one("GET /a HTTP/1.1")),
            WireCase(
                "request-line/method-first#malformed-line: too many words", "GET http://p.invalid/a b",
                .refused,
                kindly: one("GET /a%20b HTTP/1.1")),
            WireCase(
                "request-line#line-extent", "GET http://p.invalid/a\n  ?b=1\n", .refused,
                kindly: one("GET /a?b=1 HTTP/1.1")),
            WireCase(
                "request-version#http10-token #version-instruction", "GET http://p.invalid/a HTTP/1.0",
                one("GET /a HTTP/1.0")),
            WireCase(
                "request-version#http11-token #version-instruction", "GET http://p.invalid/a HTTP/1.1",
                one("GET /a HTTP/1.1")),
            WireCase(
                "request-version#http2-token #unavailable-version", "GET http://p.invalid/a HTTP/2", .other),
            WireCase("request-version#malformed-version", "GET http://p.invalid/a HTTP/9.9", .refused),
            WireCase("request-version#malformed-version", "GET http://p.invalid/a HTTP/", .refused),
            WireCase(
                "request-version#version-names", "GET http://p.invalid/a HTTP/2.0", .refused, kindly: .other),
        ]

    static let targets: [WireCase] = [
        WireCase("request-target#default-scheme", "GET p.invalid/a", .handshake),
        WireCase(
            "request-target#default-scheme: this machine", "GET localhost/a", .handshake,
            kindly: one("GET /a HTTP/1.1")),
        WireCase(
            "request-target#default-scheme: a URL in the query", "GET p.invalid/a?u=http://b", .handshake),
        WireCase("request-target#written-scheme", "GET https://p.invalid/a", .handshake),
        WireCase("request-target#written-scheme", "GET HTTP://p.invalid/a", one("GET /a HTTP/1.1")),
        WireCase(
            "request-target/origin-form#target-reconstruction", "GET /a?b=c\nhost: p.invalid\n", .handshake),
        WireCase("request-target/origin-form#missing-host", "GET /a\nX: 1\n", .refused),
        WireCase("wire-serialization#http11-target", "GET http://p.invalid", one("GET / HTTP/1.1")),
        WireCase("wire-serialization#http11-target", "GET http://p.invalid?a=1", one("GET /?a=1 HTTP/1.1")),
        WireCase(
            "wire-serialization#target-octets",
            "GET http://p.invalid/a/../b/./%7Ec%2f%2F//d;e=1?q=a+b%20c&r=%41%c3%a9&s=[1]|^`\"<>'*()!$,:@/?&t=&u",
            one("GET /a/../b/./%7Ec%2f%2F//d;e=1?q=a+b%20c&r=%41%c3%a9&s=[1]|^`\"<>'*()!$,:@/?&t=&u HTTP/1.1")
        ),
        WireCase(
            "wire-serialization#target-octets: no fragment is sent", "GET http://p.invalid/a?b#c",
            one("GET /a?b HTTP/1.1")),
        WireCase(
            "wire-serialization#http11-host #authority-casing", "GET http://P.Invalid:8080/a",
            one("GET /a HTTP/1.1", ["Host: P.Invalid:8080"]), showing: ["host"]),
        WireCase(
            "header-fields#field-transmission: the host", "GET http://p.invalid/a\nHost: q.invalid",
            one("GET /a HTTP/1.1", ["Host: q.invalid"]), showing: ["host"]),
    ]

    static let fields: [WireCase] = [
        WireCase(
            "header-duplicates#occurrence-order #occurrence-transmission #casing-emission",
            "GET http://p.invalid/a\nX-A: 1\nx-b: 2\nX-a: 3\nCookie: a=1\nCookie: b=2\nX-A: 1",
            one("GET /a HTTP/1.1", ["X-A: 1", "x-b: 2", "X-a: 3", "Cookie: a=1", "Cookie: b=2", "X-A: 1"])),
        WireCase(
            "header-fields#value-whitespace", "GET http://p.invalid/a\nA:  b  c \t\nB:d\nC:\nD:\t e",
            one("GET /a HTTP/1.1", ["A: b  c", "B: d", "C:", "D: e"])),
        WireCase(
            "header-fields#value-encoding", "GET http://p.invalid/a\nA: héß→",
            one("GET /a HTTP/1.1", ["A: héß→"])),
        WireCase(
            "header-fields#field-transmission: what clients set themselves",
            "GET http://p.invalid/a\nUser-Agent: me\nAccept: a/b\nAccept-Encoding: x\nConnection: close",
            one(
                "GET /a HTTP/1.1",
                ["User-Agent: me", "Accept: a/b", "Accept-Encoding: x", "Connection: close"]),
            showing: ["user-agent", "accept", "accept-encoding", "connection"]),
        WireCase("header-fields#line-extent", "GET http://p.invalid/a\nA: 1\n  2", .refused),
        WireCase("header-fields#field-line-form", "GET http://p.invalid/a\nA 1", .refused),
        WireCase("header-fields#field-line-form", "GET http://p.invalid/a\nA b: 1", .refused),
        WireCase("header-fields#field-line-form", "GET http://p.invalid/a\nA : 1", .refused),
        WireCase(
            "header-fields#block-extent", "POST http://p.invalid/a\nA: 1\n \t\nB: 2",
            one("POST /a HTTP/1.1", ["A: 1"], body: "B: 2")),
        WireCase(
            "header-fields#value-whitespace: credentials", "GET http://p.invalid/a\nAuthorization: Basic u p",
            one("GET /a HTTP/1.1", ["Authorization: Basic u p"]),
            kindly: one("GET /a HTTP/1.1", ["Authorization: Basic dTpw"])),
    ]
}

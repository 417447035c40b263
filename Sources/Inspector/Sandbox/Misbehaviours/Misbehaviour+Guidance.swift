extension Misbehaviour {
    /// The head sends the client somewhere, asks it to wait, or to remember something.
    static var ofGuidance: [Misbehaviour] { redirects + challenges + memories }

    private static let empty = "Content-Length: 0"

    private static func head(_ status: String, _ lines: String...) -> String {
        (["HTTP/1.1 \(status)"] + lines + [empty]).map { $0 + "\r\n" }.joined() + "\r\n"
    }

    private static func redirect(_ location: String) -> String { head("302 Found", "Location: \(location)") }

    private static var redirects: [Misbehaviour] {
        [
            Misbehaviour("R01", "redirects to itself", sends: redirect("/bad/R01"), then: .keepAlive),
            Misbehaviour(
                "R02", "redirects to another scheme",
                sends: [
                    "file": redirect("file:///etc/passwd"), "gopher": redirect("gopher://127.0.0.1:1/x"),
                    "javascript": redirect("javascript:alert(1)"),
                ], then: .keepAlive),
            Misbehaviour("R03", "redirects to FTP", sends: redirect("ftp://127.0.0.1:1/x"), then: .keepAlive),
            Misbehaviour(
                "R04", "redirects to what is no URL",
                sends: ["brackets": redirect("http://[::zz/"), "port": redirect("http://127.0.0.1:99999/")],
                then: .keepAlive),
            Misbehaviour(
                "R05", "redirects without saying where to",
                sends: ["missing": head("302 Found"), "empty": redirect("")], then: .keepAlive),
            Misbehaviour(
                "R10", "redirects to an address with line ends or control bytes in it",
                sends: [
                    "encoded": redirect("/hello?a=%0d%0aX-Evil:%201"),
                    "escape": redirect("/hello?a=\u{1B}[2J"),
                    "letters": redirect("/hello?a=é"),
                ], then: .keepAlive),
        ]
    }

    private static var challenges: [Misbehaviour] {
        let digest = #"WWW-Authenticate: Digest realm="x", nonce="n", stale=true, qop="auth""#
        let waits: KeyValuePairs = [
            "seconds": "1", "zero": "0", "negative": "-5", "digits": "99999999999999999999",
            "garbage": "soon",
            "past": "Mon, 01 Jan 1990 00:00:00 GMT", "long": "86400",
        ]
        return [
            Misbehaviour(
                "R11", "never takes the credentials",
                sends: head("401 Unauthorized", #"WWW-Authenticate: Basic realm="x""#), then: .keepAlive),
            Misbehaviour(
                "R12", "calls every nonce stale", sends: head("401 Unauthorized", digest), then: .keepAlive),
            Misbehaviour(
                "R13", "asks for a wait of some length",
                variants: waits.map { name, value in
                    Variant(name: name) { connection, _ in
                        connection.write(head("503 Service Unavailable", "Retry-After: \(value)"))
                            ? .keepAlive : .close
                    }
                }),
        ]
    }

    private static var memories: [Misbehaviour] {
        let cookies = (0..<200).map { "Set-Cookie: c\($0)=v; Domain=com; Path=/" }.joined(separator: "\r\n")
        return [
            Misbehaviour(
                "R14", "sets 200 cookies for all of .com", sends: head("200 OK", cookies), then: .keepAlive),
            Misbehaviour(
                "R15", "asks for HTTPS from now on, over plain HTTP, on an address",
                sends: head("200 OK", "Strict-Transport-Security: max-age=31536000"), then: .keepAlive),
            Misbehaviour(
                "R16", "names another host as its alternative",
                sends: head("200 OK", #"Alt-Svc: h2="127.0.0.1:1"; ma=3600"#), then: .keepAlive),
        ]
    }
}

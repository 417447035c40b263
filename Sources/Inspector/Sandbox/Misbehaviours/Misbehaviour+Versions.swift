extension Misbehaviour {
    /// The status line is of a class or a version that there is not.
    static var ofVersions: [Misbehaviour] {
        [
            Misbehaviour(
                "H22", "sends a status of no known class",
                sends: ["600": begin("HTTP/1.1 600 Odd"), "999": begin("HTTP/1.1 999 Odd")], then: .keepAlive),
            Misbehaviour(
                "H23", "sends a version that there is not",
                sends: [
                    "1.2": begin("HTTP/1.2 200 OK"), "3.7": begin("HTTP/3.7 200 OK"),
                    "icy": begin("ICY 200 OK"), "leading-line": "\r\n" + begin("HTTP/1.1 200 OK"),
                ]),
            Misbehaviour(
                "H24", "writes the version oddly",
                sends: ["two": begin("HTTP/2 200"), "lower-case": begin("http/1.1 200 OK")]),
        ]
    }

    private static func begin(_ statusLine: String) -> String {
        statusLine + "\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello"
    }
}

import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording

@Suite("What bodies and names say about secrets")
struct SecretNamesTests {
    @Test(
        "A name that holds one of the words is that of a secret, in any case",
        arguments: [
            ("token", true), ("TOKEN", true), ("access_token", true), ("X-Api-Key", true), ("apikey", true),
            ("API_KEY", true), ("clientSecret", true), ("PassWD", true), ("password2", true),
            ("to\u{212A}en", true),
            ("", false), ("toke", false), ("oken", false), ("pass", false), ("api", false), ("tok en", false),
            ("tttttoken", true), ("secretary", true), ("api--key", false), ("tokapikpassw", false),
            ("ékey", false), ("pin", true), ("PIN", true), ("pins", false), ("shipping", false),
            ("in", false), ("4/+%.", false), ("4/+%.token", true), ("t4okens", false), ("xyztoken", true),
        ])
    func names(name: String, isSecret: Bool) {
        #expect(Redaction.isSecret(name: name) == isSecret)
    }

    @Test("Random texts are searched as by one word after the other")
    func random() {
        var random = SeededRandom(seed: 7)
        let words = [
            "token", "secret", "api-key", "api_key", "apikey", "password", "passwd", "passphrase",
            "session-id",
            "session_id", "sessionid", "private-key", "private_key", "privatekey", "access-key", "access_key",
            "accesskey",
        ]
        let pieces =
            words.flatMap { [$0, $0.uppercased(), String($0.dropLast()), String($0.dropFirst())] } + [
                "x", "\n", "k",
            ]
        for _ in 0..<3000 {
            let text = (0..<Int.random(in: 0...6, using: &random))
                .map { _ in
                    String(
                        (pieces.randomElement(using: &random) ?? "").prefix(
                            Int.random(in: 1...8, using: &random)))
                }
                .joined()
            let expected = words.contains { text.lowercased().contains($0) }
            #expect(SecretNames.common.occur(in: Array(text.utf8)) == expected, "\(text)")
        }
    }

    @Test(
        "Only bodies that can be taken apart are read for the names of secrets",
        arguments: [
            ("image/png", "token", nil), ("text/html", "<p>token", nil), (nil, "token=1", nil),
            ("application/json", "x", .json), ("application/graphql", "x", .graphQL),
            (nil, " \r\n\t[", .json), ("text/plain", "{", .json),
            ("application/x-ndjson", "x", .jsonLines), ("application/json-lines", "x", .jsonLines),
            ("text/lines", "{", .jsonLines), ("text/lines", "x", nil),
            ("application/problem+json; charset=utf-8", "", .json),
            ("application/x-www-form-urlencoded", "", .form), ("multipart/mixed; boundary=x", "", .multipart),
        ] as [(String?, String, BodyShape?)])
    func shapes(type: String?, body: String, shape: BodyShape?) {
        #expect(BodyShape(contentType: type, body.utf8) == shape)
    }

    @Test(
        "JSON that names secrets without having any stays as it was written",
        arguments: [
            #"{ "a": "token" }"#, #"{ "token": null }"#, #"{ "password": "" }"#, #"{ "secret": [true, {}] }"#,
            #"{ "a": "\u0041" }"#,
        ])
    func unchanged(body: String) {
        var redaction = Redaction()
        #expect(redaction.body(Array(body.utf8), contentType: "application/json") == Array(body.utf8))
        #expect(redaction.count == 0)
    }
}

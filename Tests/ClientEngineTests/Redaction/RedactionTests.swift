import ClientEngine
import Testing

@Suite struct RedactionTests {
    @Test("The same secret has the same number, another has another")
    func numbers() {
        var redaction = Redaction()
        #expect(redaction.placeholder(for: "a") == "<redacted:1>")
        #expect(redaction.placeholder(for: "b") == "<redacted:2>")
        #expect(redaction.placeholder(for: "a") == "<redacted:1>")
        #expect(redaction.placeholder(for: "") == "")
        #expect(redaction.count == 3)
    }

    @Test(
        "Header values that are secret are replaced",
        arguments: [
            ("Authorization", "Bearer x", "Bearer <redacted:1>"), ("authorization", "x y", "<redacted:1>"),
            ("Proxy-Authorization", "Basic x", "Basic <redacted:1>"), ("Cookie", "a=1; b=2", "<redacted:1>"),
            ("Set-Cookie", "a=1", "<redacted:1>"), ("X-Auth-Token", "x", "<redacted:1>"),
            ("X-API-KEY", "x", "<redacted:1>"),
            ("Client-Secret", "x", "<redacted:1>"), ("Accept", "x", "x"),
            ("Location", "https://u@h/?token=1", "https://<redacted:1>@h/?token=<redacted:2>"),
        ])
    func headers(name: String, value: String, expected: String) {
        var redaction = Redaction()
        #expect(redaction.value(ofHeader: name, value) == expected)
    }

    @Test(
        "The secrets of credentials are hidden wherever they stand",
        arguments: [
            (Credentials.basic(user: "me", password: "hush hush"), "hush hush"), (.bearer("t0k3n"), "t0k3n"),
            (.headers(["X-Who": "k-e-y"]), "k-e-y"),
            (.digest(user: "me", password: "hush hush"), "hush hush"),
            (.ntlm(user: "me", password: "hush hush"), "hush hush"),
        ])
    func credentials(_ credentials: Credentials, secret: String) {
        var redaction = Redaction()
        redaction.learn(credentials)
        #expect(!redaction.text("it was \(secret).").contains(secret))
        redaction.learn(.anonymous)
        #expect(redaction.text("me") == "me")
    }

    @Test(
        "In URLs user information and secret parameters are replaced",
        arguments: [
            ("https://h/p?a=1#f", "https://h/p?a=1#f"), ("https://u:p@h/p", "https://<redacted:1>@h/p"),
            ("https://a@b@h/", "https://<redacted:1>@h/"), ("https://h/?x=a@b", "https://h/?x=a@b"),
            (
                "https://h/?access_token=1&b=2&Password=1",
                "https://h/?access_token=<redacted:1>&b=2&Password=<redacted:1>"
            ),
            ("https://h/?%74oken=1", "https://h/?%74oken=<redacted:1>"), ("/p?secret=", "/p?secret="),
            ("https://h/#access_token=1", "https://h/#access_token=<redacted:1>"), ("not a url", "not a url"),
        ])
    func urls(url: String, expected: String) {
        var redaction = Redaction()
        #expect(redaction.url(url) == expected)
    }

    @Test(
        "In bodies the secret members and fields are replaced",
        arguments: [
            (#"{"password":"x","a":1}"#, "application/json", #"{"password":"<redacted:1>","a":1}"#),
            (
                #"{"tokens":{"a":["x",2]}}"#, "application/json",
                #"{"tokens":{"a":["<redacted:1>","<redacted:2>"]}}"#
            ),
            (#"{ "a" : 1.0 }"#, "application/json", #"{ "a" : 1.0 }"#),
            (#"{"\u0074oken":"x"}"#, nil, #"{"token":"<redacted:1>"}"#),
            (#"{"token":"x""#, "application/json", "<redacted:1>"),
            (
                "{\"token\":\"x\"}\n{\"a\":1}\n", "application/x-ndjson",
                "{\"token\":\"<redacted:1>\"}\n{\"a\":1}\n"
            ),
            (
                "a=1&client_secret=x", "application/x-www-form-urlencoded; charset=utf-8",
                "a=1&client_secret=<redacted:1>"
            ),
            ("--B\r\nname=\"token\"\r\n\r\nx", "multipart/form-data", "<redacted:1>"),
            ("no token here", "text/plain", "no token here"),
        ] as [(String, String?, String)])
    func bodies(body: String, type: String?, expected: String) {
        var redaction = Redaction()
        #expect(
            String(decoding: redaction.body(Array(body.utf8), contentType: type), as: UTF8.self) == expected)
    }

    @Test("Whoever asks for the secrets gets them")
    func none() {
        var redaction = Redaction.none
        #expect(redaction.value(ofHeader: "Authorization", "Bearer x") == "Bearer x")
        #expect(redaction.url("https://u:p@h/?token=1") == "https://u:p@h/?token=1")
        #expect(redaction.count == 0)
    }
}

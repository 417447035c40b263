import ClientEngine
import ClientEngineRecording
import Foundation
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
            ("X-Session-Id", "x", "<redacted:1>"),
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
            (.aws(AWSKey(accessKeyID: "AKID", secretAccessKey: "hush hush")), "hush hush"),
            (.aws(AWSKey(accessKeyID: "A", secretAccessKey: "s", sessionToken: "hush hush")), "hush hush"),
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
            ("https://h/cb?code=SplxlOBeZQ&state=1", "https://h/cb?code=<redacted:1>&state=1"),
            ("https://h/?code=503", "https://h/?code=503"),
            ("https://h/a;jsessionid=1/b", "https://h/a;jsessionid=<redacted:1>/b"),
            ("https://h/?X-Amz-Signature=1", "https://h/?X-Amz-Signature=<redacted:1>"),
            // A combining mark does not hide the delimiter before it.
            ("https://\u{301}u:\u{301}p@\u{301}h/", "https://<redacted:1>@\u{301}h/"),
            ("https://h/?\u{301}&token=\u{301}1", "https://h/?\u{301}&token=<redacted:1>"),
            ("https://h/;\u{301}/#\u{301}&token=1", "https://h/;\u{301}/#\u{301}&token=<redacted:1>"),
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
            (#"{"\u0074oken":"x"}"#, nil, #"{"\u0074oken":"<redacted:1>"}"#),
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
            (#"{"pin":1234,"spin":"x"}"#, nil, #"{"pin":"<redacted:1>","spin":"x"}"#),
            (#"{"Pin":"1234"}"#, nil, #"{"Pin":"<redacted:1>"}"#),
            ("pin=1234", "application/x-www-form-urlencoded", "pin=<redacted:1>"),
            (#"{"\u0070in":"1234"}"#, nil, #"{"\u0070in":"<redacted:1>"}"#),
            (
                "--B\r\nContent-Disposition: form-data; name=\"user\"\r\n\r\nada\r\n"
                    + "--B\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nx\r\ny\r\n--B--\r\n",
                "multipart/form-data; boundary=B",
                "--B\r\nContent-Disposition: form-data; name=\"user\"\r\n\r\nada\r\n"
                    + "--B\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n<redacted:1>\r\n--B--\r\n"
            ),
            (
                "--B\nContent-Disposition: form-data; name=a\nContent-Type: application/json\n\n{\"token\":1}\n--B--",
                "multipart/form-data; boundary=\"B\"",
                "--B\nContent-Disposition: form-data; name=a\nContent-Type: application/json\n\n{\"token\":\"<redacted:1>\"}\n--B--"
            ),
            (
                #"{"query":"mutation { login(user: \"ada\", password: \"x\\\"y\") }","variables":{"password":"z"}}"#,
                nil,
                #"{"query":"mutation { login(user: \"ada\", password: \"<redacted:1>\") }","variables":{"password":"<redacted:2>"}}"#
            ),
            (
                #"{ login(password: "x", name: "password") }"#, "application/graphql",
                #"{ login(password: "<redacted:1>", name: "password") }"#
            ),
            (
                "code=12345678&code=503&sig=1", "application/x-www-form-urlencoded",
                "code=<redacted:1>&code=503&sig=<redacted:2>"
            ),
        ] as [(String, String?, String)])
    func bodies(body: String, type: String?, expected: String) {
        var redaction = Redaction()
        #expect(
            String(decoding: redaction.body(Array(body.utf8), contentType: type), as: UTF8.self) == expected)
    }

    @Test(
        "Header fields of well-known services are secret whatever their names say",
        arguments: [
            "Ocp-Apim-Subscription-Key", "X-Functions-Key", "X-JWT-Assertion", "Stripe-Signature", "x-csrf",
        ])
    func wellKnownFields(name: String) {
        var redaction = Redaction()
        #expect(redaction.value(ofHeader: name, "s3cret") == "<redacted:1>")
        #expect(redaction.value(ofHeader: name + "-Policy", "open") == "open")
    }

    @Test("What is known is hidden in URLs, too, in whatever spelling")
    func knownInURLs() {
        var redaction = Redaction()
        redaction.learn(["Authorization": "Bearer t0/k n?é"])
        #expect(
            redaction.url("http://h/t0%2fk%20n%3f%c3%a9?c=t0%2Fk+n%3F%C3%A9")
                == "http://h/<redacted:1>?c=<redacted:1>")
    }

    @Test(
        "A secret is found in every spelling that an echo may give it",
        arguments: [
            #"a<b>&"c'd/é\x"#, "a%3Cb%3E%26%22c%27d%2F%C3%A9%5Cx", "a%3cb%3e%26%22c%27d%2f%c3%a9%5cx",
            #"a<b>&\"c'd/é\\x"#, #"a<b>&\"c'd\/é\\x"#, #"a<b>&\"c'd/\u00e9\\x"#,
            #"a<b>&\\\"c'd/é\\\\x"#, #"a<b>&\\\"c'd\\/é\\\\x"#, #"a<b>&\\\"c'd/\u00e9\\\\x"#,
            #"a<b>&\\\"c'd/\\u00e9\\\\x"#,
            #"a&lt;b&gt;&amp;&quot;c'd/é\x"#, #"a&lt;b&gt;&amp;&quot;c&#39;d/é\x"#,
        ])
    func spellings(echo: String) {
        var redaction = Redaction()
        _ = redaction.placeholder(for: #"a<b>&"c'd/é\x"#)
        #expect(redaction.text("it is \(echo)!") == "it is <redacted:1>!")
    }

    @Test(
        "Words and short numbers are hidden in their places, and not searched for",
        arguments: ["true", "none", "12345", "abc"])
    func ordinary(value: String) {
        var redaction = Redaction()
        #expect(redaction.url("http://h/?token=\(value)") == "http://h/?token=<redacted:1>")
        #expect(redaction.text("it is \(value)") == "it is \(value)")
    }

    @Test("Values are secret for where they come from, unless they are short or the server itself")
    func origins() throws {
        let url = try RequestURL(parsing: "https://api.example.com:8443/v1/x")
        var request = Request.get(url.text)
        request.userInfo[.secrets] = [
            "s3cr3t-path", "1", "stage", "api.example.com", "https://api.example.com:8443/",
            "https://cdn.test/v1/team-9",
        ]
        var redaction = Redaction()
        redaction.learn(TaskOrigin(request: request, url: url, date: .distantPast))
        #expect(
            redaction.url("https://api.example.com:8443/s3cr3t-path/1/stage")
                == "https://api.example.com:8443/<redacted:2>/1/stage")
        #expect(redaction.text("at https://cdn.test/v1/team-9").hasSuffix("https://cdn.test/<redacted:1>"))
    }

    @Test(
        "Variables are secret by their last word",
        arguments: [
            ("signing_key", true), ("signingKey", true), ("key", true), ("userpass", true), ("otp", true),
            ("my-pin", true),
            ("keyboard", false), ("monkey", false), ("host", false), ("key_id", false), ("", false),
            ("hotpot", false),
        ])
    func variables(name: String, isSecret: Bool) {
        #expect(Redaction.isSecret(variable: name) == isSecret)
    }

    @Test("Whoever asks for the secrets gets them")
    func none() {
        var redaction = Redaction.none
        #expect(redaction.value(ofHeader: "Authorization", "Bearer x") == "Bearer x")
        #expect(redaction.url("https://u:p@h/?token=1") == "https://u:p@h/?token=1")
        #expect(redaction.count == 0)
    }
}

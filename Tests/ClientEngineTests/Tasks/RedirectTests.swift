import Testing

@testable import ClientEngine
@testable import ClientEngineRecording

@Suite("Redirects")
struct RedirectTests {
    private func exchangeRequest(
        _ method: HTTPMethod = .get, _ url: String = "http://a.test/b/c?d", headers: Headers = [:],
        body: Body = .none
    ) throws -> ExchangeRequest {
        ExchangeRequest(
            .init(
                method: method, url: try RequestURL(parsing: url), headers: headers, body: body,
                timeouts: Timeouts()))
    }

    private func head(_ status: StatusCode, _ location: String?) -> ResponseHead {
        ResponseHead(status: status, reason: "", headers: location.map { ["Location": $0] } ?? [:])
    }

    /// The next method, and whether the body is sent again: RFC 9110, section 15.4, as browsers implement it.
    static let rewritten: [(status: StatusCode, method: HTTPMethod, next: HTTPMethod, keepsBody: Bool)] = [
        (301, .get, .get, true), (302, .get, .get, true), (303, .get, .get, false),
        (307, .get, .get, true), (308, .get, .get, true),
        (301, .post, .get, false), (302, .post, .get, false), (303, .post, .get, false),
        (307, .post, .post, true), (308, .post, .post, true),
        (301, .head, .head, true), (302, .head, .head, true), (303, .head, .head, true),
        (307, .head, .head, true), (308, .head, .head, true),
        (301, .put, .put, true), (302, .put, .put, true), (303, .put, .get, false),
        (307, .put, .put, true), (308, .put, .put, true),
    ]

    @Test("the method and the body go on as the status says", arguments: rewritten)
    func rewriting(status: StatusCode, method: HTTPMethod, next: HTTPMethod, keepsBody: Bool) throws {
        let headers: Headers = [
            "Content-Type": "text/plain", "Content-Encoding": "x", "Content-Language": "en", "Expect": "x",
            "Digest": "y", "Accept": "*/*",
        ]
        let exchangeRequest = try exchangeRequest(method, headers: headers, body: .text("x"))
        let redirect = try #require(try Redirect(after: head(status, "/n"), to: exchangeRequest))
        #expect(redirect.exchangeRequest.method == next)
        #expect(redirect.exchangeRequest.body == (keepsBody ? .text("x") : .none))
        #expect(redirect.exchangeRequest.headers == (keepsBody ? headers : ["Accept": "*/*"]))
        #expect(redirect.exchangeRequest.url.text == "http://a.test/n")
        #expect(redirect.exchangeRequest.timeouts == exchangeRequest.timeouts)
    }

    @Test("other answers are taken as they are", arguments: [200, 201, 300, 304, 305, 306, 309, 400])
    func others(status: StatusCode) throws {
        #expect(try Redirect(after: head(status, "/n"), to: try exchangeRequest()) == nil)
    }

    @Test("so are redirects that say nothing of where to", arguments: [nil, ""] as [String?])
    func nowhere(location: String?) throws {
        #expect(try Redirect(after: head(302, location), to: try exchangeRequest()) == nil)
    }

    static let secrets: Headers = [
        "Authorization": "a", "Cookie": "b", "Proxy-Authorization": "c", "X-Api-Key": "d",
        "X-Auth-Token": "e",
        "apikey": "f", "X-Client-Secret": "g", "Host": "h", "Accept": "i", "X-Trace": "j",
    ]

    @Test(
        "another host, port or scheme gets no credentials",
        arguments: [
            "http://b.test/", "http://a.test:81/", "https://a.test/", "//b.test/x", "http://sub.a.test/",
        ])
    func crossOrigin(location: String) throws {
        let exchangeRequest = try exchangeRequest(headers: Self.secrets)
        let redirect = try #require(try Redirect(after: head(307, location), to: exchangeRequest))
        #expect(redirect.exchangeRequest.headers == ["Accept": "i", "X-Trace": "j"])
    }

    @Test(
        "the same origin gets everything again",
        arguments: ["/n", "?q", "n", "http://a.test/", "HTTP://A.TEST:80/n"])
    func sameOrigin(location: String) throws {
        let exchangeRequest = try exchangeRequest(headers: Self.secrets)
        let redirect = try #require(try Redirect(after: head(302, location), to: exchangeRequest))
        #expect(redirect.exchangeRequest.headers == Self.secrets)
    }

    @Test(
        "A redirect leads to a path without dot segments, as RFC 3986 says",
        arguments: [
            ("/x/../y", "/y"), ("a/../b", "/p/q/b"), ("./", "/p/q/"), ("..", "/p/"), ("../up/./x", "/p/up/x"),
            ("../../../../x", "/x"), ("http://a.test/p/./q/../r", "/p/r"), ("//a.test/a/..", "/"),
            ("/x/%2E%2e/y", "/y"), ("/a//../b", "/a/b"), ("/..x/.y/z.", "/..x/.y/z."),
            ("/x/../y?a=/../b", "/y?a=/../b"), ("/x/../y?", "/y?"), ("/x/..#f", "/"), ("?c", "/p/q/r?c"),
        ])
    func dotSegments(location: String, target: String) throws {
        let asked = try exchangeRequest(.get, "http://a.test/p/q/r?d")
        let redirect = try #require(try Redirect(after: head(302, location), to: asked))
        #expect(redirect.exchangeRequest.url.text == "http://a.test" + target)
        let parts = target.split(separator: "?", omittingEmptySubsequences: false).map(String.init)
        #expect(redirect.exchangeRequest.url.path == parts[0])
        #expect(redirect.exchangeRequest.url.query == (parts.count > 1 ? parts[1] : nil))
    }

    @Test("A relative redirect is resolved against the path that the dot segments of the request lead to")
    func dotSegmentsOfBase() throws {
        let asked = try exchangeRequest(.get, "http://a.test/a/../c")
        #expect(asked.url.path == "/a/../c")
        let redirect = try #require(try Redirect(after: head(302, "../x"), to: asked))
        #expect(redirect.exchangeRequest.url.path == "/x")
    }

    @Test("from https to http is refused, also on the same host")
    func downgrade() throws {
        let exchangeRequest = try exchangeRequest(.get, "https://a.test/")
        let error = #expect(throws: ClientError.self) {
            try Redirect(after: head(302, "http://a.test/"), to: exchangeRequest)
        }
        #expect(error?.label == "redirect/receive")
        #expect(error?.message.contains("plain http") == true)
    }

    @Test(
        "a Location that cannot be used is an error that says why",
        arguments: [
            "ftp://a.test/", "http://", "http://a.test:99999/", "javascript:1", "http://[::1/",
            "http:///secret/7", "///secret/7",
        ])
    func unusable(location: String) throws {
        let exchangeRequest = try exchangeRequest()
        let error = #expect(throws: ClientError.self) {
            try Redirect(after: head(302, location), to: exchangeRequest)
        }
        #expect(error?.label == "redirect/receive")
        #expect(error?.message.contains(location) == true)
    }

    @Test("user information in a Location is not sent")
    func userInformation() throws {
        let redirect = try #require(
            try Redirect(after: head(302, "http://u:p@b.test/x"), to: try exchangeRequest()))
        #expect(redirect.exchangeRequest.url.text == "http://b.test/x")
        #expect(redirect.exchangeRequest.headers.isEmpty)
    }
}

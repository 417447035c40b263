import ClientEngine
import ClientEngineWireMock
import Foundation
import InspectorHTTPServer
import RequestFormats

extension FuzzTarget {
    /// Data from programs to the mock server, and matchers for it.
    static let served: [FuzzTarget] = [
        FuzzTarget("request-reader", seeds: messages) { bytes in
            let whole = Reading(of: [bytes])
            guard Reading(of: bytes.map { [$0] }) == whole else {
                return "Pieces are read as something else."
            }
            for request in whole.requests {
                let again = Reading(of: [request.wireBytes])
                guard again.requests == [request], again.refusal == nil else {
                    return "What was accepted is read as something else: \(again)"
                }
            }
            return nil
        },
        FuzzTarget("stub-matching", seeds: stubsAndRequests) { bytes in
            let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
            let mocks = StubFile.parse(Array(parts[0]), path: "a.json") { _ in nil }.mocks
            guard let asked = parts.dropFirst().first,
                let received = Reading(of: [Array(asked)]).requests.first,
                let url = try? RequestURL(parsing: "http://h" + received.target)
            else { return nil }
            let store = MockStore(random: { 0.5 })
            for mock in mocks.prefix(16) { _ = try? store.add(mock) }
            let (method, headers) = (HTTPMethod(rawValue: received.method), Headers(received))
            let request = MockedRequest(
                method: method, url: url, headers: headers, body: .bytes(received.body))
            let now = Date(timeIntervalSince1970: 1_000_000_000)
            for mock in mocks.prefix(16) {
                let matcher = try? MockMatcher(mock.match)
                _ = matcher?.matches(
                    method: method, url: url, headers: headers, body: .bytes(received.body), at: now)
            }
            let page = NearMissPage(misses: store.nearMisses(to: request, limit: 3, now: now))
            return page.text.utf8.count > 1 << 20 ? "The page of near misses is too long." : nil
        },
    ]

    /// The result of reading pieces of bytes.
    private struct Reading: Equatable {
        var requests: [ReceivedRequest] = []
        var refusal: RequestParser.ParsingError?

        init(of pieces: [[UInt8]]) {
            var limits = RequestParser.Limits()
            limits.body = 1 << 20
            var (parser, input) = (RequestParser(limits: limits), ReadBuffer())
            for piece in pieces {
                input.append(piece)
                read(&parser, &input)
                if refusal != nil { return }
            }
        }

        private mutating func read(_ parser: inout RequestParser, _ input: inout ReadBuffer) {
            while true {
                switch parser.next(&input) {
                case .needsInput: return
                case .head: continue
                case .request(let request): requests.append(request)
                case .refused(let refusal):
                    self.refusal = refusal
                    return
                }
            }
        }
    }

    private static let messages = [
        "POST /a?b=c HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nX-A:  b \t\r\n\r\nhelloGET / HTTP/1.1\r\nHost: h\r\n\r\n",
        "PUT http://h/x HTTP/1.1\r\nhost: h\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n"
            + "5;a=b\r\nhello\r\n0A\r\n0123456789\r\n0\r\nX: y\r\n\r\nGET / HTTP/1.0\r\n\r\n",
        "\r\nGET /\u{E9} HTTP/1.0\r\nConnection: keep-alive\r\nA: \u{DB}\r\n\r\nOPTIONS * HTTP/1.1\r\nHost:\r\n\r\n",
    ]

    private static let stubsAndRequests = [
        ##"""
        {"mappings":[{"request":{"method":"POST","urlPathTemplate":"/a/{id}","pathParameters":{"id":{"matches":"(a+)+b"}},
        "queryParameters":{"q":{"matches":"a+"}},"headers":{"H":{"contains":"x"}},"bodyPatterns":[{"equalToJson":{"a":[1]},
        "ignoreExtraElements":true},{"matchesJsonPath":"$..a[?(@.b =~ /x.*/)]"},{"contains":"z"}]},"response":{"status":201}}]}
        """##
            + "\0POST /a/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa?q=aa HTTP/1.1\r\nHost: h\r\nH: xyz\r\nContent-Length: 9\r\n\r\n{\"a\":[1]}",
        ##"{"request":{"urlPattern":"/(x+)+.*","cookies":{"c":{"before":"now -3 days"}},"basicAuth":{"username":"a","password":"b"}}}"##
            + "\0GET /xxxxxxxxxxxxxxxxxxxxxxxxxxxx HTTP/1.1\r\nHost: h\r\nCookie: c=2021-05-01T00:00:00Z\r\n\r\n",
    ]
}

extension ReceivedRequest {
    /// The request as it would be sent again.
    fileprivate var wireBytes: [UInt8] {
        let isChunked = header("Transfer-Encoding") != nil
        var head = "\(method) \(target) \(version)\r\n"
        for field in headers { head += "\(field.name): \(field.value)\r\n" }
        guard isChunked else { return Array((head + "\r\n").utf8) + body }
        let chunk =
            body.isEmpty ? [] : Array("\(String(body.count, radix: 16))\r\n".utf8) + body + [0x0D, 0x0A]
        return Array((head + "\r\n").utf8) + chunk + Array("0\r\n\r\n".utf8)
    }
}

extension Headers {
    fileprivate init(_ request: ReceivedRequest) {
        self.init()
        for field in request.headers { add(field.name, field.value) }
    }
}

import Foundation
import Testing

@testable import EngineHTTP

@Suite("Merging header fields")
struct HeadersMergingTests {
    @Test(
        "names have one spelling in the normalised view",
        arguments: [
            ("content-type", "Content-Type"), ("ETAG", "ETag"), ("www-authenticate", "WWW-Authenticate"),
            ("CONTENT-MD5", "Content-MD5"), ("te", "TE"), ("x-dni-y", "X-DNI-Y"), ("a b:c", "A_b_c"),
            ("x--y-", "X--Y-"), ("\u{FC}ber", "_ber"), ("", ""), ("x_y", "X_y"),
        ])
    func canonical(name: String, expected: String) {
        #expect(Headers.canonicalName(name) == expected)
    }

    @Test("the normalised view has each name once, and Set-Cookie as often as it came")
    func normalized() {
        let headers: Headers = [
            "accept": "a", "COOKIE": "x=1", "Accept": "b", "cookie": "y=2", "set-cookie": "a=1",
            "Set-Cookie": "b=2", "": "lost",
        ]
        #expect(
            headers.normalized == [
                "Accept": "a, b", "Cookie": "x=1; y=2", "Set-Cookie": "a=1", "Set-Cookie": "b=2",
            ])
    }

    @Test("joining adds to a value, in the place of the first field")
    func join() {
        var headers: Headers = ["Accept": "a", "B": "1"]
        headers.join("accept", "b")
        headers.join("Cookie", "x=1")
        headers.join("cookie", "y=2")
        headers.join("Set-Cookie", "a=1")
        headers.join("Set-Cookie", "b=2")
        #expect(
            headers == [
                "Accept": "a, b", "B": "1", "Cookie": "x=1; y=2", "Set-Cookie": "a=1", "Set-Cookie": "b=2",
            ])
        #expect(headers.combinedValue(of: "set-cookie") == "a=1, b=2")
        #expect(headers.combinedValue(of: "missing") == nil)
    }

    @Test("merging lets the other's fields win, with their repeats, where the first one stood")
    func merge() {
        let headers: Headers = ["A": "1", "B": "2", "a": "3"]
        #expect(
            headers.merging(["a": "x", "C": "y", "A": "z"]) == ["a": "x", "A": "z", "B": "2", "C": "y"])
        var joined = headers
        joined.merge(["A": "4", "D": "5"]) { "\($0)|\($1)" }
        #expect(joined == ["A": "1, 3|4", "B": "2", "D": "5"])
        #expect(headers.filling(["b": "x", "c": "y"]) == ["A": "1", "B": "2", "a": "3", "c": "y"])
    }

    @Test("headers can be edited as a collection")
    func collection() {
        var headers: Headers = ["A": "1", "B": "2", "C": "3"]
        #expect(headers.removeFirst() == Headers.Field("A", "1"))
        #expect(headers.remove("b") == ["2"])
        #expect(headers.remove("b").isEmpty)
        headers.reserveCapacity(8)
        headers.insert(Headers.Field("X", "0"), at: 0)
        #expect(headers.filter { $0.isNamed("x") } == ["X": "0"])
        headers.removeAll()
        #expect(headers == Headers())
    }

    @Test("what cannot be sent is named", arguments: ["a\rb", "a\nb", "a\u{0}b", "\r\nX: y"])
    func refused(value: String) {
        let headers: Headers = ["Good": "1", "Bad": value]
        let error = #expect(throws: ClientError.self) { try headers.validate() }
        #expect(error?.label == "invalidRequest/queue")
        #expect(error?.message.contains("“Bad”") == true)
    }

    @Test("a name that is no token is named", arguments: ["", "a b", "a:b", "\u{FC}", "a\r\n"])
    func refusedName(name: String) {
        let error = #expect(throws: ClientError.self) { try Headers([.init(name, "x")]).validate() }
        #expect(error?.message.contains("“\(name)”") == true)
    }

    @Test("a date is read from a field, in every format and with its month in any case")
    func dates() {
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        let headers: Headers = [
            "Date": "Sun, 06 nOV 1994 08:49:37 GMT", "Expires": "0", "X": "Sunday, 06-NOV-94 08:49:37 GMT",
            "Y": "Sun Nov  6 08:49:37 1994",
        ]
        for name in ["Date", "X", "Y"] {
            #expect(headers.date(of: name, now: now)?.timeIntervalSince1970 == 784_111_777)
        }
        #expect(headers.date(of: "Expires") == nil)
        #expect(headers.date(of: "Missing") == nil)
        for text in ["", "bob's yer uncle", "2016-01-02 03:04:05", "1457035967"] {
            #expect(HTTPDate(parsing: text, now: now) == nil)
        }
        #expect("\(HTTPDate(Date(timeIntervalSince1970: 784_111_777)))" == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate(.distantFuture).text == "Mon, 01 Jan 4001 00:00:00 GMT")
        #expect(HTTPDate(Date(timeIntervalSince1970: .infinity)).text == "Fri, 31 Dec 9999 23:59:59 GMT")
    }
}

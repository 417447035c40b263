import Testing

@testable import ClientEngine

/// Requests to one cache in order, three seconds apart by default.
struct CacheCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var steps: [CacheStep]

    init(_ name: String, _ steps: CacheStep...) {
        (testDescription, self.steps) = (name, steps)
    }
}

extension CacheStep {
    /// A request whose response has these fields.
    ///
    /// The value `@-60` is the date one minute ago.
    static func first(_ fields: String..., status: Int = 200) -> CacheStep {
        CacheStep {
            $0.response = fields.map(Field.init(line:))
            $0.status = status
            $0.pauses = true
        }
    }

    /// A request whose response must come from `expected`.
    static func again(_ expected: Origin, _ fields: String...) -> CacheStep {
        CacheStep {
            $0.expected = expected
            $0.response = fields.map(Field.init(line:))
            $0.pauses = true
            if expected == .etagValidated || expected == .lastModifiedValidated { $0.expectedStatus = 200 }
        }
    }

    /// Returns the step with these request fields.
    func sending(_ fields: String...) -> CacheStep {
        with { $0.request = fields.map(Field.init(line:)) }
    }

    /// Returns the step with a change.
    func with(_ change: (inout CacheStep) -> Void) -> CacheStep {
        var copy = self
        change(&copy)
        return copy
    }
}

extension CacheStep.Field {
    fileprivate init(line: String) {
        let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
        let value = parts.count > 1 ? parts[1].trimmingPrefix(" ") : ""
        self.init(parts[0], String(value), offset: value.hasPrefix("@") ? Int(value.dropFirst()) : nil)
    }
}

extension CacheCase {
    static let freshness = [
        CacheCase("nothing is known of it", .first(), .again(.notCached)),
        CacheCase("max-age", .first("Cache-Control: max-age=60"), .again(.cached)),
        CacheCase("max-age is over", .first("Cache-Control: max-age=2"), .again(.notCached)),
        CacheCase("max-age of zero", .first("Cache-Control: max-age=0"), .again(.notCached)),
        CacheCase("max-age in capitals", .first("Cache-Control: MAX-AGE=60"), .again(.cached)),
        CacheCase("max-age in quotes", .first(#"Cache-Control: max-age="60""#), .again(.cached)),
        CacheCase(
            "max-age of another directive", .first(#"Cache-Control: x="max-age=60""#), .again(.notCached)),
        CacheCase(
            "max-age beyond 64 bits", .first("Cache-Control: max-age=99999999999999999999"), .again(.cached)),
        CacheCase("max-age that is none", .first("Cache-Control: max-age=6O"), .again(.notCached)),
        CacheCase("max-age below zero", .first("Cache-Control: max-age=-60"), .again(.notCached)),
        CacheCase(
            "the first max-age", .first("Cache-Control: max-age=2", "Cache-Control: max-age=60"),
            .again(.notCached)),
        CacheCase("s-maxage is for others", .first("Cache-Control: s-maxage=60"), .again(.notCached)),
        CacheCase(
            "max-age before Expires", .first("Cache-Control: max-age=60", "Expires: @-60"), .again(.cached)),
        CacheCase("Expires", .first("Expires: @60"), .again(.cached)),
        CacheCase("Expires is over", .first("Expires: @2"), .again(.notCached)),
        CacheCase("Expires is no date", .first("Expires: 0", "Last-Modified: @-86400"), .again(.notCached)),
        CacheCase("Expires counts from Date", .first("Date: @-60", "Expires: @30"), .again(.cached)),
        CacheCase("Age makes it older", .first("Cache-Control: max-age=60", "Age: 58"), .again(.notCached)),
        CacheCase("Age that is none", .first("Cache-Control: max-age=60", "Age: old"), .again(.cached)),
        CacheCase(
            "Date makes it older", .first("Cache-Control: max-age=60", "Date: @-58"), .again(.notCached)),
        CacheCase(
            "Date a hundred years ahead", .first("Cache-Control: max-age=60", "Date: @3155760000"),
            .again(.cached)),
        CacheCase("a tenth of its life without a change", .first("Last-Modified: @-60"), .again(.cached)),
        CacheCase("more than a tenth", .first("Last-Modified: @-20"), .again(.notCached)),
        CacheCase(
            "no guess for a 201", .first("Last-Modified: @-600", status: 201),
            .again(.notCached).with { $0.status = 201 }),
        CacheCase(
            "a guess for a 404", .first("Last-Modified: @-600", status: 404),
            .again(.cached).with { $0.status = 404 }),
        CacheCase(
            "no guess beyond a week", .first("Last-Modified: @-315576000", "Age: 604799"), .again(.notCached)),
        CacheCase(
            "an answer has its age", .first("Cache-Control: max-age=60"),
            .again(.cached).with { $0.expectedFields = [.init("Age", "3")] }),
    ]

    static let storing = [
        CacheCase("no-store", .first("Cache-Control: no-store, max-age=60"), .again(.notCached)),
        CacheCase("private", .first("Cache-Control: private, max-age=60"), .again(.cached)),
        CacheCase(
            "no-store that may be understood", .first("Cache-Control: no-store, must-understand, max-age=60"),
            .again(.cached)),
        CacheCase(
            "the request says no-store",
            .first("Cache-Control: max-age=60").sending("Cache-Control: no-store"), .again(.notCached)),
        CacheCase(
            "with Authorization, for the same",
            .first("Cache-Control: max-age=60").sending("Authorization: a"),
            .again(.cached).sending("Authorization: a"), .again(.notCached).sending("Authorization: b"),
            .again(.notCached)),
        CacheCase(
            "a part", .first("Cache-Control: max-age=60", "Content-Range: bytes 0-1/9", status: 206),
            .again(.notCached)),
        CacheCase(
            "the answer to Range", .first("Cache-Control: max-age=60").sending("Range: bytes=0-1"),
            .again(.notCached)),
        CacheCase(
            "a POST", .first("Cache-Control: max-age=60").with { $0.method = .post },
            .again(.notCached).with { $0.method = .post }),
        CacheCase(
            "a HEAD is no GET", .first("Cache-Control: max-age=60").with { $0.method = .head },
            .again(.notCached)),
        CacheCase(
            "a GET is a HEAD", .first("Cache-Control: max-age=60"), .again(.cached).with { $0.method = .head }
        ),
        CacheCase(
            "another query", .first("Cache-Control: max-age=60"), .again(.notCached).with { $0.query = "a=1" }
        ),
        CacheCase(
            "an unknown status with a lifetime", .first("Cache-Control: max-age=60", status: 599),
            .again(.cached).with { $0.status = 599 }),
        CacheCase(
            "fields of the connection are not kept",
            .first("Cache-Control: max-age=60", "Connection: X", "X: 1", "Keep-Alive: 5", "Y: 2"),
            .again(.cached).with {
                $0.missingFields = [.init("X"), .init("Connection"), .init("Keep-Alive")]
                $0.expectedFields = [.init("Y", "2")]
            }),
        CacheCase(
            "a policy that bypasses", .first("Cache-Control: max-age=60").with { $0.policy = .bypass },
            .again(.notCached)),
    ]

    static let asking = [
        CacheCase(
            "no-cache in the request", .first("Cache-Control: max-age=60"),
            .again(.notCached).sending("Cache-Control: no-cache")),
        CacheCase(
            "Pragma in the request", .first("Cache-Control: max-age=60"),
            .again(.notCached).sending("Pragma: no-cache")),
        CacheCase(
            "max-age in the request", .first("Cache-Control: max-age=60"),
            .again(.notCached, "Cache-Control: max-age=60").sending("Cache-Control: max-age=2"),
            .again(.cached).sending("Cache-Control: max-age=5")),
        CacheCase(
            "min-fresh", .first("Cache-Control: max-age=60"),
            .again(.cached).sending("Cache-Control: min-fresh=56"),
            .again(.notCached).sending("Cache-Control: min-fresh=56")),
        CacheCase(
            "max-stale", .first("Cache-Control: max-age=1"),
            .again(.cached).sending("Cache-Control: max-stale=5"),
            .again(.notCached).sending("Cache-Control: max-stale=4")),
        CacheCase(
            "max-stale without end", .first("Cache-Control: max-age=1"),
            .again(.cached).sending("Cache-Control: max-stale")),
        CacheCase(
            "must-revalidate forbids max-stale", .first("Cache-Control: max-age=1, must-revalidate"),
            .again(.notCached).sending("Cache-Control: max-stale")),
        CacheCase(
            "only-if-cached without anything",
            .again(.cached).sending("Cache-Control: only-if-cached").with { $0.expectedStatus = 504 }),
        CacheCase(
            "only-if-cached", .first("Cache-Control: max-age=60"),
            .again(.cached).sending("Cache-Control: only-if-cached")),
        CacheCase(
            "a policy that reloads", .first("Cache-Control: max-age=60"),
            .again(.notCached, "Cache-Control: max-age=60").with { $0.policy = .reload }, .again(.cached)),
        CacheCase(
            "a policy that prefers what is kept", .first("Cache-Control: max-age=1"),
            .again(.cached).with { $0.policy = .preferCached }),
        CacheCase(
            "a policy that asks nobody",
            .again(.cached).with { ($0.policy, $0.expectedStatus) = (.onlyCached, 504) }),
        CacheCase(
            "a policy that always asks", .first("Cache-Control: max-age=60", #"ETag: "a""#),
            .again(.etagValidated).with { $0.policy = .revalidate }),
    ]

    static let validating = [
        CacheCase(
            "by tag", .first("Cache-Control: max-age=1", #"ETag: "a""#), .again(.etagValidated),
            .again(.cached).sending("Cache-Control: max-stale")),
        CacheCase("by weak tag", .first("Cache-Control: no-cache", #"ETag: W/"a""#), .again(.etagValidated)),
        CacheCase(
            "by date", .first("Cache-Control: no-cache", "Last-Modified: Fri, 01 Jan 2027 00:00:00 GMT"),
            .again(.lastModifiedValidated)),
        CacheCase(
            "no-cache never goes unasked", .first("Cache-Control: no-cache, max-age=60", #"ETag: "a""#),
            .again(.etagValidated)),
        CacheCase(
            "a confirmation updates fields, but not those of the body",
            .first("Cache-Control: max-age=1", #"ETag: "a""#, "X: old", "Y: kept", "Content-Length: 4"),
            .again(.etagValidated, #"ETag: "a""#, "Cache-Control: max-age=60", "X: new", "Content-Length: 9")
                .with {
                    $0.expectedFields = [.init("X", "new"), .init("Y", "kept"), .init("Content-Length", "4")]
                },
            .again(.cached).with { $0.expectedFields = [.init("X", "new")] }),
        CacheCase(
            "the caller's own copy is right", .first("Cache-Control: max-age=60", #"ETag: "a""#),
            .again(.cached).sending(#"If-None-Match: "x", W/"a""#).with { $0.expectedStatus = 304 },
            .again(.cached).sending(#"If-None-Match: "x""#),
            .again(.cached).sending("If-None-Match: *").with { $0.expectedStatus = 304 }),
        CacheCase(
            "the caller's own copy is as new", .first("Cache-Control: max-age=60", "Last-Modified: @-3600"),
            .again(.cached).sending("If-Modified-Since: @-60").with { $0.expectedStatus = 304 },
            .again(.cached).sending("If-Modified-Since: @-7200")),
        CacheCase(
            "the caller's conditions go to the server when nothing is fresh",
            .first("Cache-Control: max-age=1", #"ETag: "a""#),
            .again(.notCached).sending(#"If-None-Match: "x""#).with {
                $0.expectedRequest = [.init("If-None-Match", "\"x\"")]
            }),
    ]

    static let selecting = [
        CacheCase(
            "the same field", .first("Cache-Control: max-age=60", "Vary: Foo").sending("Foo: 1"),
            .again(.cached).sending("foo: 1")),
        CacheCase(
            "another field", .first("Cache-Control: max-age=60", "Vary: Foo").sending("Foo: 1"),
            .again(.notCached).sending("Foo: 2")),
        CacheCase(
            "no field", .first("Cache-Control: max-age=60", "Vary: Foo").sending("Foo: 1"), .again(.notCached)
        ),
        CacheCase("both without", .first("Cache-Control: max-age=60", "Vary: Foo"), .again(.cached)),
        CacheCase(
            "a field that does not matter", .first("Cache-Control: max-age=60", "Vary: Foo"),
            .again(.cached).sending("Bar: 1")),
        CacheCase(
            "white space and lines", .first("Cache-Control: max-age=60", "Vary: Foo").sending("Foo: 1,2"),
            .again(.cached).sending("Foo: 1", "Foo:  2")),
        CacheCase(
            "several", .first("Cache-Control: max-age=60", "Vary: Foo, Bar").sending("Foo: 1", "Bar: 2"),
            .again(.cached).sending("Bar: 2", "Foo: 1"), .again(.notCached).sending("Foo: 1", "Bar: 3")),
        CacheCase("everything", .first("Cache-Control: max-age=60", "Vary: *"), .again(.notCached)),
        CacheCase(
            "two are kept beside each other",
            .first("Cache-Control: max-age=60", "Vary: Foo").sending("Foo: 1"),
            .first("Cache-Control: max-age=60", "Vary: Foo").sending("Foo: 2"),
            .again(.cached).sending("Foo: 1"), .again(.cached).sending("Foo: 2")),
    ]

    static let changing = [
        CacheCase(
            "a POST", .first("Cache-Control: max-age=60"), .first().with { $0.method = .post },
            .again(.notCached)),
        CacheCase(
            "an unknown method", .first("Cache-Control: max-age=60"), .first().with { $0.method = "FOO" },
            .again(.notCached)),
        CacheCase(
            "a POST that fails", .first("Cache-Control: max-age=60"),
            .first(status: 500).with { $0.method = .post }, .again(.cached)),
        CacheCase(
            "an OPTIONS", .first("Cache-Control: max-age=60"), .first().with { $0.method = .options },
            .again(.cached)),
        CacheCase(
            "a POST elsewhere that names it", .first("Cache-Control: max-age=60"),
            .first("Location: http://api.test/test/case").with {
                ($0.method, $0.filename) = (.post, "other")
            }, .again(.notCached)),
        CacheCase(
            "a POST to another host that names it", .first("Cache-Control: max-age=60"),
            .first("Content-Location: http://other.test/test/case").with {
                ($0.method, $0.filename) = (.post, "other")
            }, .again(.cached)),
        CacheCase(
            "a HEAD that shows a change", .first("Cache-Control: max-age=60", #"ETag: "a""#),
            .first(#"ETag: "b""#).with {
                $0.method = .head; $0.policy = .reload
            }, .again(.notCached)),
        CacheCase(
            "a HEAD that makes it last", .first("Cache-Control: max-age=1"),
            .first("Cache-Control: max-age=60").with { $0.method = .head }, .again(.cached)),
    ]

    static let failing = [
        CacheCase(
            "a server that hangs up", .first("Cache-Control: max-age=1"),
            .again(.notCached).with { ($0.isDisconnected, $0.wantsAnswer) = (true, false) }),
        CacheCase(
            "with leave to use it", .first("Cache-Control: max-age=1, stale-if-error=60"),
            .again(.cached).with {
                $0.isDisconnected = true; $0.expected = nil
            }),
        CacheCase(
            "with the caller's leave", .first("Cache-Control: max-age=1"),
            .again(.cached).sending("Cache-Control: stale-if-error=60").with {
                $0.isDisconnected = true; $0.expected = nil
            }),
        CacheCase(
            "a 503 with leave", .first("Cache-Control: max-age=1, stale-if-error=60"),
            .again(.cached).with { ($0.expected, $0.status, $0.expectedStatus) = (nil, 503, 200) }),
        CacheCase(
            "a 404 with leave", .first("Cache-Control: max-age=1, stale-if-error=60"),
            .again(.notCached).with { $0.status = 404 }),
        CacheCase(
            "with leave that is over", .first("Cache-Control: max-age=1, stale-if-error=1"),
            .again(.notCached).with { $0.status = 503 }),
        CacheCase(
            "with leave that is taken back",
            .first("Cache-Control: max-age=1, must-revalidate, stale-if-error=60"),
            .again(.notCached).with { $0.status = 503 }),
        CacheCase(
            "while it is asked for anew", .first("Cache-Control: max-age=1, stale-while-revalidate=60"),
            .again(.cached, "Cache-Control: max-age=60").with {
                $0.expected = nil; $0.expectedFields = [.init("Server-Request-Count", "1")]
            },
            .again(.cached).with { $0.expectedFields = [.init("Server-Request-Count", "2")] }),
        CacheCase(
            "while it would be asked for, but too late",
            .first("Cache-Control: max-age=1, stale-while-revalidate=1"), .again(.notCached)),
    ]
}

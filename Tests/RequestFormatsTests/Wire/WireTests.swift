import ClientEngine
import EngineJSON
import Foundation
import RequestFormats
import Testing

@Suite("What arrives of a document", .timeLimit(.minutes(1)))
struct WireTests {
    static let cases = [
        WireCase.structure, WireCase.bodies, WireCase.requestLines, WireCase.targets, WireCase.fields,
        WireCase.definitions, WireCase.substitution, WireCase.supplied,
    ].flatMap { $0 }

    @Test("In the strict dialect it is what the draft says, to the octet", arguments: cases)
    func strict(sample: WireCase) async throws {
        let trial = WireTrial(dialect: .strict)
        #expect(try await trial.run(sample.document, showing: sample.shown) == sample.strict)
    }

    @Test("In the default dialect it differs only where that is documented", arguments: cases)
    func union(sample: WireCase) async throws {
        let trial = WireTrial(dialect: .union)
        #expect(try await trial.run(sample.document, showing: sample.shown) == sample.union)
    }

    @Test("A document that is not UTF-8 sends nothing", arguments: [HTTPFile.Dialect.strict, .union])
    func encoding(dialect: HTTPFile.Dialect) async throws {
        let document = Array("GET http://p.invalid/a\nX: ".utf8) + [0xE9]
        #expect(try await WireTrial(dialect: dialect).run(document) == .refused)
    }
}

/// The probes of http.vet, judged by their checks.
@Suite(
    .enabled(if: Corpus.folder != nil, "the folder of collected files is not here"), .timeLimit(.minutes(1)))
struct ProbeTests {
    @Test(
        "Every probe passes in the strict dialect, and none needs it",
        arguments: [HTTPFile.Dialect.strict, .union])
    func probes(dialect: HTTPFile.Dialect) async throws {
        var (passed, graded) = (0, 0)
        for line in try Corpus.files(in: "httpvet", named: ["probes.jsonl"]).joined().split(separator: 0x0A) {
            let probe = try JSONValue(parsing: line)
            let id = try #require(probe["id"]?.string)
            let document = try #require(probe["source"]?["text"]?.string)
            let result = try await WireTrial(dialect: dialect).run(Array(document.utf8), showing: ["host"])
            if probe["class"]?.string == "observe" { continue }
            graded += 1
            guard let expected = Self.expected[id] else {
                Issue.record("nobody judges the probe \(id)")
                continue
            }
            #expect(expected.accepts(result), "\(id): \(result)")
            if expected.accepts(result) { passed += 1 }
        }
        print("http.vet: \(passed) of \(graded) given graded probes pass (\(dialect))")
        #expect(graded > 0)
    }

    /// The condition of a probe's check.
    private enum Expectation {
        case sent([WireTrial.Arrival])
        case result(WireTrial.Result)

        func accepts(_ result: WireTrial.Result) -> Bool {
            switch (self, result) {
            case (.result(let expected), _): return result == expected
            case (.sent(let expected), .sent(let arrivals)):
                guard expected.count == arrivals.count else { return false }
                return zip(expected, arrivals).allSatisfy { expected, arrival in
                    arrival.line == expected.line && arrival.body == expected.body
                        && expected.fields.allSatisfy(arrival.fields.contains)
                }
            default: return false
            }
        }

        static func one(_ line: String, _ fields: [String] = [], body: String = "") -> Expectation {
            .sent([.init(line + " HTTP/1.1", fields, body: body)])
        }

        static func lines(_ lines: String...) -> Expectation {
            .sent(lines.map { .init($0 + " HTTP/1.1") })
        }
    }

    private static let expected: [String: Expectation] = [
        "body-basic": .one("POST /echo", body: "héllo wörld"),
        "body-comment-like": .one("POST /content", body: "first line\n\n# not a comment\n// also content"),
        "body-end-separator": .sent([
            .init("POST /one HTTP/1.1", body: "hello"), .init("POST /two HTTP/1.1", body: "bye"),
            .init("GET /three HTTP/1.1"),
        ]),
        "file-crlf-endings": .one("GET /endings", ["X-Probe: endings"]),
        "file-mixed-endings": .one("GET /mixed", ["X-Probe: one", "X-End: two"]),
        "file-mixed-separator": .one("POST /mixed-sep", ["Content-Type: text/plain"], body: "ping"),
        "file-rest-extension": .one("GET /endings", ["X-Probe: endings"]),
        "header-block-extent": .one("POST /extent", body: "X-Sneaky: 9\nmore body"),
        "header-duplicates-order": .one("GET /dup", ["X-Dup: 1", "X-DUP: 2"]),
        "header-value-whitespace": .one("GET /pad", ["X-Pad: padded"]),
        "method-omitted": .lines("GET /bare", "GET /bare2"),
        "method-support-options": .lines("OPTIONS /methods/options"),
        "method-verbatim-token": .lines("PURGE /cache/42", "FROBNICATE /frob"),
        "request-line-basic": .one("GET /basic?q=1", ["X-Probe: basic", "Host: probe.invalid"]),
        "request-line-recognition": .lines("GET /found"),
        "separator-two-blocks": .lines("GET /first", "GET /second"),
        "target-scheme-written-http": .lines("GET /scheme-http"),
        "target-scheme-written-https": .result(.handshake),
        "var-body-not-definition": .one("POST /bodydef", ["X-X: 1"], body: "@x = 9\nstill 1 here"),
        "var-comment-undefined": .lines("GET /cref"),
        "var-document-scope": .lines("GET /s1?t=shared9", "GET /s2?t=shared9"),
        "var-method-position": .lines("PATCH /mp"),
        "var-name-case": .lines("GET /case?A=UPPER&b=lower"),
        "var-name-grammar": .lines("GET /gram?v=ok"),
        "var-single-pass": .one("POST /pass", body: "{{name}}"),
        "var-structure": .one("POST /structure", body: "before\n###bomb\nafter"),
        "var-substitution-positions": .one(
            "POST /pos?a=xyz", ["X-One: xyz", "X-Two: =xyz=xyz="], body: "body has xyz too"),
        "var-undefined": .result(.refused),
        "version-malformed": .result(.refused),
    ]
}

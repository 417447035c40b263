import ClientEngine
import RequestFormats
import Testing

@Suite("A response in another charset than UTF-8")
struct CharsetTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let type: String
        let name: String
        /// The name encoded in the charset.
        let bytes: [UInt8]
        var testDescription: String { type }

        init(_ type: String, _ name: String, _ bytes: [UInt8]) {
            (self.type, self.name, self.bytes) = (type, name, bytes)
        }
    }

    private static let samples = [
        Sample("iso-8859-1", "Zoë", [0x5A, 0x6F, 0xEB]),
        Sample("windows-1252", "3 €", [0x33, 0x20, 0x80]),
        Sample("Shift_JIS", "日本", [0x93, 0xFA, 0x96, 0x7B]),
        Sample("gb2312", "中文", [0xD6, 0xD0, 0xCE, 0xC4]),
    ]

    private func exchange(_ type: String, _ bytes: [UInt8]) throws -> FinishedExchange {
        try .sample(headers: ["Content-Type": type], bytes: bytes)
    }

    private func exchange(_ sample: Sample) throws -> FinishedExchange {
        try exchange(
            "application/json; charset=\(sample.type)",
            Array(#"{"name":""#.utf8) + sample.bytes + Array(#""}"#.utf8))
    }

    @Test("Assertions compare its JSON and its text in the charset of the type", arguments: samples)
    func assertions(sample: Sample) throws {
        for assertion in ["body.name == \(sample.name)", "body contains \(sample.name)"] {
            let results = try findings("# @assert \(assertion)\nGET http://a\n", on: exchange(sample))
            #expect(results.testResults.map(\.outcome) == [.passed], "\(assertion)")
        }
    }

    @Test("Captures and references are UTF-8", arguments: samples)
    func values(sample: Sample) throws {
        let exchange = try exchange(sample)
        let results = try findings("# @capture who = body.name\nGET http://a\n", on: exchange)
        #expect(results.captured["who"] == sample.name)
        let member = ExchangeReference(
            name: "src", side: .response, property: .body, path: "name")
        #expect(try exchange.octets(for: member) == Array(sample.name.utf8))
        let whole = ExchangeReference(name: "src", side: .response, property: .body)
        #expect(try exchange.octets(for: whole) == Array(#"{"name":"\#(sample.name)"}"#.utf8))
    }

    @Test("JSON in UTF-16 is read, with and without a byte order mark")
    func wide() throws {
        let text = #"{"name":"Zoë"}"#.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        for (type, bytes) in [
            ("application/json; charset=utf-16", [0xFF, 0xFE] + text),
            ("application/json; charset=utf-16le", text), ("application/json", [0xFF, 0xFE] + text),
        ] {
            let results = try findings(
                "# @assert body.name == Zoë\nGET http://a\n", on: exchange(type, bytes))
            #expect(results.testResults.map(\.outcome) == [.passed], "\(type)")
        }
    }

    @Test("A body that declares no charset goes into the next request as it came")
    func binary() throws {
        let whole = ExchangeReference(name: "src", side: .response, property: .body)
        let bytes: [UInt8] = [0xFF, 0xFE, 0x00, 0x41, 0x93, 0xFA]
        #expect(try exchange("application/octet-stream", bytes).octets(for: whole) == bytes)
    }
}

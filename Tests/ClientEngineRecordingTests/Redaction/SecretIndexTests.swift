import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording

@Suite("Searching texts for secrets")
struct SecretIndexTests {
    private func index(_ secrets: [String]) -> SecretIndex {
        var index = SecretIndex()
        for (number, secret) in secrets.enumerated() { index.insert(secret, number: number + 1) }
        return index
    }

    private func hide(_ secrets: [String], in text: String) -> String {
        switch index(secrets).search(Array(text.utf8)).outcome {
        case .clean: text
        case .hidden(let bytes, _): String(decoding: bytes, as: UTF8.self)
        case .tooCostly: "too costly"
        }
    }

    @Test(
        "The longest secret at a place is hidden, and of those that overlap every byte",
        arguments: [
            ([], "abcdef", "abcdef"),
            (["abcd"], "abcd", "<redacted:1>"),
            (["abcd"], "xabcdyabcdz", "x<redacted:1>y<redacted:1>z"),
            (["abcd"], "abc", "abc"),
            (["abcd", "abcdef"], "abcdefabcde", "<redacted:2><redacted:1>e"),
            (["bcde", "abcdef"], "abcdef bcde", "<redacted:2> <redacted:1>"),
            (["abcd", "abcdxyz", "abcdxyzuvw"], "abcdxyzuv", "<redacted:2>uv"),
            (["abcdef", "xyzab"], "xyzabcdef!", "<redacted:2><redacted:1>!"),
            (["aaaa"], "baaaaaab", "b<redacted:1>b"),
            (["ä ö ü", "♥♥"], "♥♥ä ö ü", "<redacted:2><redacted:1>"),
        ] as [([String], String, String)])
    func places(secrets: [String], text: String, expected: String) {
        #expect(hide(secrets, in: text) == expected)
        #expect(
            hide(secrets.reversed(), in: text).filter { !$0.isNumber } == expected.filter { !$0.isNumber })
    }

    @Test(
        "Short and long secrets that begin alike are told apart, up to the end of the text",
        arguments: [
            (["abcdefg", "abcdefgh"], "abcdefgh abcdefg", "<redacted:2> <redacted:1>"),
            (["abcd", "abcdefghij"], "abcdefghi", "<redacted:1>efghi"),
            (["abcdefgh", "abcdefghij", "abcdefghik"], "abcdefghik abcdefgh", "<redacted:3> <redacted:1>"),
            (["abcdefgh"], "xabcdefg", "xabcdefg"), (["abcdefgh"], "xabcdefgh", "x<redacted:1>"),
            (["wxyz"], "0123wxyz", "0123<redacted:1>"), (["wxyz"], "wxyz", "<redacted:1>"),
            (["abcdefgh", "wxyz"], "abcdefgwxyz", "abcdefg<redacted:2>"),
        ] as [([String], String, String)])
    func lengths(secrets: [String], text: String, expected: String) {
        #expect(hide(secrets, in: text) == expected)
    }

    @Test("Tens of thousands of secrets that all begin otherwise are found at once")
    func many() {
        let secrets = (0..<40_000).map { number in
            let digits = String(number &* 7919 % 1_000_003, radix: 36)
            return String(repeating: "_", count: 4 - min(4, digits.count)) + digits
                + (number.isMultiple(of: 3) ? "" : "-of-some-length")
        }
        let text = secrets.joined(separator: " | ")
        let expected = (1...secrets.count).map { "<redacted:\($0)>" }.joined(separator: " | ")
        #expect(hide(secrets, in: text) == expected)
    }

    @Test("Random secrets in random texts are hidden as a search for one after the other finds them")
    func random() {
        var random = SeededRandom(seed: 42)
        for round in 0..<2000 {
            let secrets = Array(
                Set(
                    (0..<Int.random(in: 1...12, using: &random)).map { _ in
                        word(4...(round.isMultiple(of: 2) ? 6 : 40), &random)
                    })
            ).sorted()
            var text = ""
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                text +=
                    Bool.random(using: &random)
                    ? secrets.randomElement(using: &random) ?? "" : word(0...9, &random)
            }
            let expected = Reference(secrets, Array(text.utf8))
            #expect(hide(secrets, in: text) == expected.hidden, "\(secrets) in \(text)")
            if expected.isApart {
                #expect(
                    hide(secrets, in: text) == Reference.oneAfterTheOther(secrets, text),
                    "\(secrets) in \(text)")
            }
        }
    }

    private func word(_ length: ClosedRange<Int>, _ random: inout SeededRandom) -> String {
        String(
            (0..<Int.random(in: length, using: &random)).map { _ in "xyz".randomElement(using: &random) ?? "x"
            })
    }

    @Test("The cost of a text hardly depends on how many secrets are known, also where they begin alike")
    func cost() {
        func cost(of count: Int) -> Int {
            let secrets = (0..<count).map { "session=0123456789; id=\($0 &* 7919 % 1_000_000)-end" }
            let text =
                secrets.prefix(100).joined(separator: " and ") + String(repeating: " session", count: 1000)
            let (outcome, cost) = index(secrets).search(Array(text.utf8))
            guard case .hidden(_, let times) = outcome else { return .max }
            #expect(times == 100)
            return cost
        }
        let (few, many) = (cost(of: 200), cost(of: 20_000))
        #expect(many < 3 * few, "\(few) and \(many)")
    }

    @Test("A text that nearly repeats a long secret at every place is given up, and hidden whole")
    func costly() {
        let secret = String(repeating: "a", count: 60_000) + "b"
        let text = String(repeating: "a", count: 200_000)
        #expect(hide([secret], in: text) == "too costly")
        var redaction = Redaction()
        _ = redaction.placeholder(for: secret)
        #expect(redaction.text(text) == "<redacted:2>")
        #expect(redaction.text("short and harmless") == "short and harmless")
    }

    @Test("Thousands of secrets that are learnt and searched for in turns keep their numbers")
    func turns() {
        var redaction = Redaction()
        for number in 1...3000 {
            redaction.learn(["Set-Cookie": "value-of-cookie-\(number)"])
            #expect(redaction.text("is value-of-cookie-\(number)") == "is <redacted:\(number)>")
        }
        #expect(redaction.text("value-of-cookie-1") == "<redacted:1>")
    }

    @Test("A redaction with a limit forgets the oldest secrets, and gives their numbers to no other")
    func limit() {
        var redaction = Redaction(remembering: 10)
        for number in 1...1000 {
            #expect(redaction.placeholder(for: "secret\(number)") == "<redacted:\(number)>")
            #expect(redaction.rememberedCount <= 20)
        }
        #expect(redaction.text("secret995 secret1000") == "<redacted:995> <redacted:1000>")
        #expect(redaction.text("secret-1") == "secret-1")
        #expect(redaction.placeholder(for: "secret1") == "<redacted:1001>")
    }

    @Test("What is too long or too short to be searched for keeps its number, too, until it is forgotten")
    func unsearched() {
        var redaction = Redaction(remembering: 3)
        let long = String(repeating: "x", count: 70_000)
        #expect(redaction.placeholder(for: "old") == "<redacted:1>")
        for (number, secret) in ["abcdefgh", "12345", "true", long, "no", "ijklmnop"].enumerated() {
            #expect(redaction.placeholder(for: secret) == "<redacted:\(number + 2)>")
        }
        #expect(redaction.rememberedCount == 3)
        #expect(redaction.text("abcdefgh 12345 true no ijklmnop") == "abcdefgh 12345 true no <redacted:7>")
        #expect(redaction.placeholder(for: long) == "<redacted:5>")
        #expect(redaction.placeholder(for: "no") == "<redacted:6>")
        #expect(redaction.placeholder(for: "old") == "<redacted:8>")
    }

    @Test("Secrets that look alike but are written with other bytes are both hidden")
    func canonical() {
        var redaction = Redaction()
        let (composed, decomposed) = ("caf\u{E9}-secret", "cafe\u{301}-secret")
        for secret in [composed, decomposed] { _ = redaction.placeholder(for: secret) }
        #expect(redaction.text("\(composed), \(decomposed)") == "<redacted:1>, <redacted:2>")
    }

    @Test("A body that is hidden whole has a number, and is not searched for when it is large")
    func large() {
        var redaction = Redaction()
        let body = Array("{\"token\": \(String(repeating: "x", count: 100_000))".utf8)
        #expect(redaction.body(body, contentType: "application/json") == Array("<redacted:1>".utf8))
        #expect(redaction.body(body, contentType: "application/json") == Array("<redacted:1>".utf8))
        #expect(redaction.placeholder(for: "other") == "<redacted:2>")
    }
}

/// The secrets to hide, found by a simple algorithm.
private struct Reference {
    private let text: [UInt8]
    /// The places of secrets that are in no other secret.
    private let places: [(range: Range<Int>, number: Int)]

    init(_ secrets: [String], _ text: [UInt8]) {
        self.text = text
        var all: [(range: Range<Int>, number: Int)] = []
        for (index, secret) in secrets.map({ Array($0.utf8) }).enumerated() where secret.count <= text.count {
            for start in 0...text.count - secret.count
            where text[start..<start + secret.count].elementsEqual(secret) {
                all.append((start..<start + secret.count, index + 1))
            }
        }
        places = all.filter { place in
            !all.contains { $0.range != place.range && $0.range.contains(place.range) }
        }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// Indicates whether no places overlap.
    var isApart: Bool {
        zip(places, places.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound }
    }

    var hidden: String {
        var output: [UInt8] = []
        var (end, number) = (0, 0)
        for place in places {
            if place.range.lowerBound > end { output += text[end..<place.range.lowerBound] }
            if place.range.lowerBound >= end || place.number != number {
                output += Array("<redacted:\(place.number)>".utf8)
            }
            (end, number) = (place.range.upperBound, place.number)
        }
        return String(decoding: output + text[end...], as: UTF8.self)
    }

    /// Replaces the longest secret everywhere, then the next one.
    static func oneAfterTheOther(_ secrets: [String], _ text: String) -> String {
        var text = text
        for (index, secret) in secrets.enumerated().sorted(by: { $0.element.count > $1.element.count }) {
            text.replace(secret, with: "<redacted:\(index + 1)>")
        }
        return text
    }
}

extension SecretIndex {
    fileprivate mutating func insert(_ secret: String, number: Int) {
        var secret = secret
        secret.withUTF8 { insert(UnsafeRawBufferPointer($0), number: number) }
    }
}

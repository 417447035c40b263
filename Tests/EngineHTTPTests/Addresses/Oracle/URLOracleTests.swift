import InspectorTestSupport
import Testing

@testable import EngineHTTP

@Suite("URLs as libcurl reads them") struct URLOracleTests {
    private static let bases = URLCorpus.bases.compactMap { try? RequestURL(parsing: $0) }

    @Test("A URL made of odd parts has the parts that libcurl reads, or differs for a known reason")
    func combinations() {
        // A part of about 30,000 combinations suffices, because it includes all parts.
        let texts = URLCorpus.systematic
        var random = SeededRandom(seed: 1)
        for index in stride(from: 0, to: texts.count, by: 7) {
            compare(texts[index], relativeTo: nil)
            compare(texts[index], relativeTo: Self.bases.randomElement(using: &random))
        }
    }

    @Test("A random URL has the parts that libcurl reads, or differs for a known reason", arguments: 1...4)
    func random(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<1_500 {
            let text = URLCorpus.text(with: &random)
            let base = Bool.random(using: &random) ? Self.bases.randomElement(using: &random) : nil
            compare(text, relativeTo: base)
        }
    }

    @Test("Every base of the corpus is a URL")
    func bases() {
        #expect(Self.bases.count == URLCorpus.bases.count)
    }

    @Test(
        "Every known difference of this version of libcurl is there",
        arguments: URLDifference.known.indices.filter { URLDifference.known[$0].isCurrent })
    func differences(index: Int) throws {
        let difference = URLDifference.known[index]
        let base = try difference.base.map { try RequestURL(parsing: $0) }
        let comparison = URLComparison(difference.example, relativeTo: base)
        #expect(comparison.ours != comparison.theirs, "\(difference.reason)")
        #expect(comparison.reason == difference.reason)
    }

    @Test(
        "libcurl and our parser read the text of a parsed URL alike, without any difference", arguments: 5...6
    )
    func sent(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<2_000 {
            let text = URLCorpus.text(with: &random)
            guard let url = try? RequestURL(parsing: text) else { continue }
            var parts = URLParts(url)
            (parts.user, parts.password, parts.fragment) = (nil, nil, nil)
            #expect(URLParts(try RequestURL(parsing: url.text)) == parts, "\(text.debugDescription)")
            // Since 8.21.0, libcurl decodes a zone twice, and reads the zone 250 as 0.
            guard !url.text.contains(bytesOf: "%2525") else { continue }
            #expect(CurlURL.parts(url.text) == parts, "\(text.debugDescription)")
        }
    }

    private func compare(_ text: String, relativeTo base: RequestURL?) {
        let comparison = URLComparison(text, relativeTo: base)
        guard comparison.ours != comparison.theirs, comparison.reason == nil else { return }
        Issue.record(
            """
            \(text.debugDescription) against \(base?.text ?? "no base"):
            we read \(comparison.ours?.description ?? "no URL")
            libcurl reads \(comparison.theirs?.description ?? "no URL")
            """)
    }
}

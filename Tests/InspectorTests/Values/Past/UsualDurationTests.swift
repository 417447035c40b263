import ClientEngine
import Testing

@testable import InspectorValues

@Suite("What calls usually take")
struct UsualDurationTests {
    private static func usual(_ milliseconds: [Int]) -> UsualDuration? {
        UsualDuration(milliseconds.map { .milliseconds($0) })
    }

    @Test("Nothing is said of fewer than five calls")
    func few() {
        #expect(Self.usual([40, 41, 42, 43]) == nil)
        #expect(Self.usual([40, 41, 42, 43, 44])?.median == .milliseconds(42))
    }

    @Test("One that took very long changes little of it, whatever the order")
    func robust() throws {
        let usual = try #require(Self.usual([60, 9_000, 40, 50, 55, 45, 52, 48, 58, 42, 51]))
        #expect(usual.median == .milliseconds(51))
        #expect(usual.low == .milliseconds(42))
        #expect(usual.high == .milliseconds(60))
        #expect(usual.count == 11)
    }

    @Test("A call is slow at twice the median, above all but the slowest tenth, and where somebody notices")
    func slow() throws {
        let usual = try #require(Self.usual([40, 42, 44, 46, 48, 50, 52, 54, 90, 90]))
        #expect(!usual.isSlow(.milliseconds(90)))
        #expect(!usual.isSlow(.milliseconds(97)))
        #expect(usual.isSlow(.milliseconds(100)))
        let slowness = try #require(usual.slowness(of: .milliseconds(490)))
        #expect((9.9...10.1).contains(slowness))
        let quick = try #require(Self.usual([1, 1, 1, 1, 1]))
        #expect(!quick.isSlow(.milliseconds(40)))
        #expect(quick.isSlow(.milliseconds(60)))
        let wide = try #require(Self.usual([10, 20, 30, 2_000, 3_000]))
        #expect(!wide.isSlow(.milliseconds(1_000)))
    }

    @Test("The phase that has lost the most time explains it")
    func explanation() throws {
        let duration = try #require(Self.usual([40, 40, 40, 40, 40]))
        let usual = UsualCall(
            duration: duration,
            calls: [
                Timings([.dns: .milliseconds(5), .wait: .milliseconds(30)]),
                Timings([.wait: .milliseconds(32)]),
                Timings([.wait: .milliseconds(34)]),
            ])
        #expect(usual.phases[.wait] == .milliseconds(32))
        #expect(usual.phases[.dns] == .zero)
        let slow = Timings([.dns: .milliseconds(40), .wait: .milliseconds(448)])
        let explanation = try #require(usual.explanation(of: slow))
        #expect(explanation.phase == .wait)
        #expect(explanation.took == .milliseconds(448))
        #expect(explanation.usual == .milliseconds(32))
        #expect(usual.explanation(of: Timings([.wait: .milliseconds(20)])) == nil)
    }

    @Test(
        "It is said in one unit where both ends have the same",
        arguments: [
            ([40, 40, 50, 90, 90], "usually 40–90 ms"),
            ([40, 40, 900, 2_000, 2_000], "usually 40 ms–2.00 s"),
            ([40, 40, 40, 40, 40], "usually 40 ms"),
        ])
    func text(milliseconds: [Int], text: String) {
        #expect(Self.usual(milliseconds)?.text(dash: "–") == text)
    }
}

import EngineSupport
import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import EngineMocks

@Suite("Delays and pieces that are left to chance")
struct DelayDistributionTests {
    @Test("a fixed one is always the same, and never negative")
    func fixed() {
        #expect(DelayDistribution.fixed(milliseconds: 20).draw { 0.9 } == .milliseconds(20))
        #expect(DelayDistribution.fixed(milliseconds: -1).draw { 0.9 } == .zero)
    }

    @Test(
        "a uniform one reaches both of its ends",
        arguments: [(0.0, 10), (0.09, 10), (0.5, 15), (0.9999, 20)])
    func uniform(random: Double, expected: Int) {
        #expect(DelayDistribution.uniform(lower: 10, upper: 20).draw { random } == .milliseconds(expected))
    }

    @Test("a log-normal one has its median in the middle and stays below its maximum")
    func logNormal() {
        var random = SeededRandom(seed: 7)
        let draws = (0..<2_000).map { _ in
            DelayDistribution.logNormal(median: 90, sigma: 0.4).draw { .random(in: 0..<1, using: &random) }
        }
        let median = draws.sorted()[1_000]
        #expect(median > .milliseconds(84) && median < .milliseconds(96))
        #expect(draws.contains { $0 > .milliseconds(200) })
        let limited = DelayDistribution.logNormal(median: 90, sigma: 0.4, maximum: 100)
        #expect(
            (0..<500).allSatisfy { _ in
                limited.draw { .random(in: 0..<1, using: &random) } <= .milliseconds(100)
            })
    }

    @Test("what is above the maximum is drawn again ten times, then cut")
    func resampling() {
        var draws = 0
        let drawn = DelayDistribution.logNormal(median: 90, sigma: 10, maximum: 100).draw {
            draws += 1
            // Draws a radius first, then an angle of zero. The value always exceeds the maximum.
            return draws.isMultiple(of: 2) ? 0 : 0.999
        }
        #expect(drawn == .milliseconds(100))
        #expect(draws == 22)
    }

    @Test("adds to the fixed delay, anew for every request")
    func sum() throws {
        let values = Locked([0.0, 0.5, 0.99][...])
        let store = MockStore { values.withLock { $0.popFirst() ?? 0 } }
        var answer = Mock.Answer.status(200).after(.milliseconds(100))
        answer.spread = .uniform(lower: 0, upper: 9)
        try store.add(.any, answer)
        store.delay = .seconds(9)
        let delays = (1...3).map { _ in
            store.answer(.to(.at("/")), now: Date(timeIntervalSince1970: 0))?.answer.delay
        }
        #expect(delays == [.milliseconds(100), .milliseconds(105), .milliseconds(109)])
    }

    private func steps(_ body: [UInt8], chunks: Int, idle: Duration = .seconds(30)) -> [MockScript.Step] {
        let script = MockScript(
            start: ExchangeStart(method: .get, url: .at("/"), body: .none), headers: [:],
            timeouts: Timeouts(
                connect: .seconds(10), firstByte: .seconds(30), head: .seconds(31), idle: idle),
            mock: MockReference(id: "m", name: "m"))
        var reply = Mock.Reply(body: .bytes(body))
        reply.dribble = Mock.Dribble(chunks: chunks, over: .milliseconds(90))
        return script.steps(for: Mock.Answer(.response(reply), delay: .milliseconds(5)), body: body)
    }

    @Test(
        "a body comes in equal pieces, the rest with the last, and time passes before each",
        arguments: [(7, 3, [2, 2, 3], 30), (2, 5, [1, 1], 45), (4, 1, [4], 90)])
    func dribble(count: Int, chunks: Int, sizes: [Int], gap: Int) {
        let steps = steps([UInt8](repeating: 1, count: count), chunks: chunks)
        let received = steps.flatMap(\.signals).compactMap {
            if case .told(.received(let bytes)) = $0 { bytes.count } else { nil }
        }
        #expect(received == sizes)
        #expect(steps.map(\.after).dropFirst().first == .milliseconds(5))
        #expect(steps.dropFirst(2).allSatisfy { $0.after == .milliseconds(gap) })
    }

    @Test("a body of nothing takes no time, and silence longer than the deadline ends it")
    func limits() {
        #expect(steps([], chunks: 3).reduce(.zero) { $0 + $1.after } == .milliseconds(5))
        guard case .ended(let end)? = steps([1, 2], chunks: 2, idle: .milliseconds(20)).last?.signals.last
        else {
            Issue.record("it has no end")
            return
        }
        #expect(end.error?.kind == .timeout)
        #expect(end.error?.phase == .receive)
    }
}

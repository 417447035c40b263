import Testing

@testable import Inspector

@Suite("The silence behind an unfinished key sequence")
struct SilenceTests {
    private static let patience = Duration.milliseconds(25)

    @Test("is the time spent waiting, and no more than was to be waited")
    func waiting() {
        var silence = Silence()
        silence.note(work: .zero, waitOf: Self.patience, taking: .milliseconds(10))
        #expect(silence.duration == .milliseconds(10))
        silence.note(work: .zero, waitOf: .milliseconds(15), taking: .milliseconds(16))
        #expect(silence.duration == Self.patience)
    }

    @Test("is not what passes while a large window is drawn, or the program is kept from a processor")
    func starved() {
        var silence = Silence()
        silence.note(work: .milliseconds(300), waitOf: .zero, taking: .zero)
        #expect(silence.duration < Self.patience)
        silence = Silence()
        for _ in 0..<5 { silence.note(work: .zero, waitOf: Self.patience, taking: .milliseconds(80)) }
        #expect(silence.duration == .zero)
        silence.note(work: .zero, waitOf: Self.patience, taking: Self.patience)
        #expect(silence.duration == Self.patience)
    }

    @Test("comes to an end for a program that never rests, and on a machine that is busy for ever")
    func busy() {
        func looks(_ work: Duration, _ asked: Duration, _ took: Duration) -> Int {
            var silence = Silence()
            for count in 1...100 {
                silence.note(work: work, waitOf: min(asked, Self.patience - silence.duration), taking: took)
                if silence.duration >= Self.patience { return count }
            }
            return .max
        }
        #expect(looks(.milliseconds(16), .zero, .zero) == 5)
        #expect(looks(.zero, Self.patience, .seconds(1)) == 21)
    }
}

import Testing

@testable import ClientEngine

@Suite("Timeouts of an exchange, on a clock of the hand")
struct TransferDeadlinesTests {
    /// All timeouts differ, so that a message identifies the expired one.
    private static let allowed = Timeouts(
        connect: .seconds(10), firstByte: .seconds(20), head: .seconds(30), idle: .seconds(40))

    private static func at(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }

    /// The course of an exchange, and the deadline at its end.
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The second at which the deadline passes, or `nil` if there is no deadline.
        var passes: Int64?
        var label: String
        var story: @Sendable (inout TransferDeadlines) -> Void

        init(
            _ description: String, _ passes: Int64?, _ label: String,
            story: @escaping @Sendable (inout TransferDeadlines) -> Void
        ) {
            testDescription = description
            self.passes = passes
            self.label = label
            self.story = story
        }
    }

    static let cases = [
        Case("nothing has happened", 10, "timeout/connect") { _ in },
        Case("the name does not resolve", 10, "timeout/dns") { $0.enter(.dns, at: at(0)) },
        Case("connecting is not given its own ten seconds", 10, "timeout/connect") {
            $0.enter(.dns, at: at(0))
            $0.enter(.connect, at: at(6))
        },
        Case("nor is TLS", 10, "timeout/tls") {
            $0.enter(.connect, at: at(1))
            $0.enter(.tls, at: at(9))
        },
        Case("the server does not take the request", 45, "timeout/send") { $0.enter(.send, at: at(5)) },
        Case("each byte that it takes counts", 55, "timeout/send") {
            $0.enter(.send, at: at(5))
            $0.noteActivity(at: at(15))
        },
        Case("no first byte", 25, "timeout/wait") { $0.enter(.wait, at: at(5)) },
        Case("an interim response is no first byte and no new time", 25, "timeout/wait") {
            $0.enter(.wait, at: at(5))
            $0.noteActivity(at: at(24))
        },
        Case("the status line is slow", 46, "timeout/receive") {
            $0.enter(.wait, at: at(5))
            $0.noteFirstByte(at: at(16))
        },
        Case("the head is slow from its first byte on", 46, "timeout/receive") {
            $0.enter(.wait, at: at(5))
            $0.noteFirstByte(at: at(16))
            $0.noteFirstByte(at: at(17))
            $0.enter(.receive, at: at(20))
            $0.noteActivity(at: at(45))
        },
        Case("the body stalls", 47, "timeout/receive") {
            $0.enter(.receive, at: at(6))
            $0.noteHead(at: at(7))
        },
        Case("each byte of the body counts", 140, "timeout/receive") {
            $0.enter(.receive, at: at(6))
            $0.noteHead(at: at(7))
            $0.noteActivity(at: at(100))
        },
        Case("a body that nobody takes is not late", nil, "") {
            $0.enter(.receive, at: at(6))
            $0.noteHead(at: at(7))
            $0.pause(because: .receiver)
        },
        Case("nor is it at once when it goes on", 540, "timeout/receive") {
            $0.enter(.receive, at: at(6))
            $0.noteHead(at: at(7))
            $0.pause(because: .receiver)
            _ = $0.goOn(without: .receiver, at: at(500))
        },
        Case("a head is late all the same", 36, "timeout/receive") {
            $0.enter(.receive, at: at(6))
            $0.pause(because: .receiver)
        },
    ]

    @Test("the deadline that stands is the one of what is waited for", arguments: cases)
    func table(example: Case) {
        var deadlines = TransferDeadlines(Self.allowed, started: Self.at(0))
        example.story(&deadlines)
        #expect(deadlines.next == example.passes.map { Self.at($0) })
        let passes = example.passes ?? 100_000
        #expect(deadlines.error(now: Self.at(passes - 1)) == nil)
        let error = deadlines.error(now: Self.at(passes))
        #expect(error?.label ?? "" == example.label)
        if example.passes != nil { #expect(error?.elapsed == .seconds(passes)) }
    }

    @Test("a body is taken again when the last reason not to is gone, and only then")
    func pauses() {
        var deadlines = TransferDeadlines(Self.allowed, started: Self.at(0))
        var goesOn = [deadlines.goOn(without: .receiver, at: Self.at(1))]
        deadlines.pause(because: .receiver)
        deadlines.pause(because: .readers)
        deadlines.pause(because: .receiver)
        for reason in [.readers, .readers, .receiver, .receiver] as [PauseReasons] {
            goesOn.append(deadlines.goOn(without: reason, at: Self.at(2)))
        }
        #expect(goesOn == [false, false, false, true, false])
        #expect(deadlines.pauses == [])
    }

    @Test("no deadline waits for ever", arguments: [Phase.queue, .connect, .send, .wait, .receive])
    func none(phase: Phase) {
        let never = Timeouts(connect: nil, firstByte: nil, head: nil, idle: nil)
        var deadlines = TransferDeadlines(never, started: Self.at(0))
        deadlines.enter(phase, at: Self.at(1))
        #expect(deadlines.next == nil)
        #expect(deadlines.error(now: Instant(nanoseconds: .max)) == nil)
    }

    @Test("a deadline beyond the end of the clock is no deadline that has passed")
    func endless() {
        let deadlines = TransferDeadlines(
            Timeouts(connect: .seconds(Int64.max)), started: Instant(nanoseconds: .max - 5))
        #expect(deadlines.next == Instant(nanoseconds: .max))
        #expect(deadlines.error(now: Self.at(1_000_000_000)) == nil)
    }
}

import Testing

@testable import ClientEngine

@Suite("What libcurl may send again by itself")
struct ResendGuardTests {
    private static let died = "Connection died, retrying a fresh connect (retry count: 1)"

    /// A request that began, followed by lines of libcurl's log about it.
    private struct Trial {
        var resendGuard = ResendGuard()
        /// Whether the request was allowed to begin, each time.
        var begun: [Bool] = []
        /// Whether the request must be stopped, after each line.
        var stops: [Bool] = []

        mutating func begin(isOpaque: Bool) {
            begun.append(resendGuard.begin(isOpaque: isOpaque))
        }

        mutating func hear(_ words: String, failure: String = "", hasRead: Bool = false) {
            let mustStop = Array(words.utf8).withUnsafeBytes { bytes in
                resendGuard.note(LogLine(bytes: bytes)) { (failure, hasRead) }
            }
            stops.append(mustStop)
        }
    }

    @Test("it goes on where no byte was given to a socket, and only there")
    func given() {
        var trial = Trial()
        trial.begin(isOpaque: false)
        trial.resendGuard.give(0)
        trial.hear(Self.died)
        trial.begin(isOpaque: false)
        #expect(trial.begun == [true, true] && trial.stops == [false] && trial.resendGuard.setback == nil)
        trial.resendGuard.give(1)
        trial.hear(Self.died, failure: "Recv failure: Connection reset by peer")
        trial.begin(isOpaque: false)
        #expect(trial.begun == [true, true, false] && trial.stops == [false, true])
        #expect(trial.resendGuard.setback == .connectionLost)
        #expect(trial.resendGuard.text == "Recv failure: Connection reset by peer")
    }

    @Test("over TLS bytes may have left untold, and a second beginning is found without a word")
    func opaque() {
        var told = Trial()
        told.begin(isOpaque: true)
        told.hear(Self.died)
        #expect(told.stops == [true])
        var untold = Trial()
        untold.begin(isOpaque: true)
        untold.begin(isOpaque: true)
        #expect(untold.begun == [true, false] && untold.resendGuard.setback == .connectionLost)
    }

    @Test("what asks a proxy for a tunnel is not the request")
    func tunnel() {
        var trial = Trial()
        trial.resendGuard.give(120)
        #expect(!trial.resendGuard.isGiven)
        trial.begin(isOpaque: false)
        #expect(!trial.resendGuard.isGiven)
    }

    @Test("a refused stream is told from one that broke, where that can be known")
    func refused() {
        let cases: [(words: [String], failure: String, hasRead: Bool, ExchangeStart.Reason)] = [
            (["REFUSED_STREAM, retrying a fresh connect", Self.died], "", true, .refused),
            ([Self.died], "", false, .refused),
            ([Self.died], "", true, .connectionLost),
            ([Self.died], "Failed receiving HTTP2 data", false, .connectionLost),
            ([Self.died, "Downgrades to HTTP/1.1"], "not closed cleanly", false, .downgrade),
        ]
        for (words, failure, hasRead, reason) in cases {
            var trial = Trial()
            trial.begin(isOpaque: true)
            trial.hear("Using Stream ID: 3 (easy handle 0x1)")
            for line in words { trial.hear(line, failure: failure, hasRead: hasRead) }
            #expect(trial.stops == [false] + words.map { _ in true }, "\(words) \(failure)")
            #expect(trial.resendGuard.setback == reason, "\(words) \(failure)")
            #expect(trial.resendGuard.text == failure, "\(words) \(failure)")
        }
    }

    @Test("where the frames are heard they decide, whatever libcurl's lines let guess")
    func frames() {
        let cases: [(reset: UInt32?, goAway: Int?, failure: String, ExchangeStart.Reason, Bool)] = [
            (7, nil, "not closed cleanly", .refused, true), (nil, 1, "not closed cleanly", .refused, true),
            (nil, 3, "", .connectionLost, false), (8, nil, "", .connectionLost, false),
        ]
        for (reset, goAway, failure, reason, isUnprocessed) in cases {
            var trial = Trial()
            trial.begin(isOpaque: true)
            trial.resendGuard.open(stream: 3)
            // The stream number in the line is ignored.
            trial.hear("Using Stream ID: 5 (easy handle 0x1)")
            #expect(trial.resendGuard.stream == 3 && trial.resendGuard.isGiven)
            if let reset { trial.resendGuard.note(reset: reset) }
            if let goAway { trial.resendGuard.note(goAwayBehind: goAway) }
            trial.hear(Self.died, failure: failure, hasRead: false)
            #expect(trial.stops == [false, true])
            #expect(trial.resendGuard.setback == reason && trial.resendGuard.isUnprocessed == isUnprocessed)
        }
    }

    @Test("a GOAWAY is about streams above its last one")
    func goAway() {
        func last(in words: String) -> Int? {
            Array(words.utf8).withUnsafeBytes { LogLine(bytes: $0).lastStream }
        }
        #expect(last(in: "recveived GOAWAY, error=0, last_stream=1") == 1)
        #expect(last(in: "received GOAWAY, error=11, last_stream=3") == 3)
        #expect(last(in: "Connection #0 to host a left intact") == nil)
        for last in [1, 3] {
            var trial = Trial()
            trial.begin(isOpaque: true)
            trial.hear("Using Stream ID: 3 (easy handle 0x1)")
            trial.resendGuard.note(goAwayBehind: last)
            #expect(trial.resendGuard.isUnprocessed == (last < 3))
        }
    }
}

import ClientEngine
import Dispatch
import FoundationEssentials
import Glibc

/// Measures the engine.
///
/// The first word selects the measurement:
///
///     EngineBench URL IN-FLIGHT REQUESTS [AUTHORITIES]     prints: requests seconds cpu-seconds events
///     EngineBench executor URL IN-FLIGHT REQUESTS [AUTHORITIES]     the same from tasks on the client's executor
///     EngineBench http1 URL IN-FLIGHT REQUESTS AUTHORITIES     the same over HTTP/1.1, even if the server supports HTTP/2
///     EngineBench varied URL IN-FLIGHT REQUESTS     the same with a different query for each request
///     EngineBench parsing|decoding|json|states|stream URL IN-FLIGHT REQUESTS     the same with another call
///     EngineBench loops LOOPS IN-FLIGHT REQUESTS URL…     sends to these URLs in turn, from LOOPS loops; prints the same, and then
///                                         the processor seconds of each loop's thread; a mock answers hosts that end in `.test`
///     EngineBench post URL REQUESTS           the same with a body of 1 kB for each request, 64 at a time
///     EngineBench retried URL REQUESTS        the same, one at a time; a 503 is retried without a wait
///     EngineBench mocked IN-FLIGHT REQUESTS   the same with the answers of a mock
///     EngineBench pieces IN-FLIGHT REQUESTS   the same with answers of 100 pieces, each of which is an event
///     EngineBench idle URL REQUESTS WAITING-URL COUNT   the same, one at a time, next to COUNT requests without an answer
///     EngineBench fold URL COUNT              folds the events of one request COUNT times; prints: folds seconds cpu-seconds events
///     EngineBench cancel URL COUNT            prints: microseconds to cancel one of COUNT tasks, median and 99th percentile
///     EngineBench upload URL FILE             prints: bytes seconds cpu-seconds
///     EngineBench download URL FILE           prints: bytes seconds cpu-seconds
///     EngineBench stream URL                  the same, reading the body while it arrives, without keeping it
///     EngineBench waiting URL COUNT           prints: the KiB of each of COUNT tasks that wait for an answer
///     EngineBench match                       prints lines: the kind, the number of mocks, nanoseconds or requests per second
///     EngineBench reading COUNT plain|hostile  prints: requests MB/s requests/s, and the requests filled in per second
@main
struct EngineBench {
    /// Runs the measurement.
    ///
    /// It is not `async`, because Valgrind cannot follow a program with an `async` main function.
    static func main() {
        let isOver = DispatchSemaphore(value: 0)
        Task.detached {
            do {
                try await measure(Array(CommandLine.arguments.dropFirst()))
            } catch {
                fail("\(error)", status: 1)
            }
            isOver.signal()
        }
        isOver.wait()
    }

    private static func measure(_ words: [String]) async throws {
        switch (words.first, words.count) {
        case ("match", 1): try await MatchBench().run()
        case ("loops", 5...):
            try await SpreadBench(
                loops: number(words[1]), inFlight: number(words[2]), total: number(words[3]),
                urls: Array(words[4...])
            ).run()
        case ("post", 3): try await SendBench.post(words[1], total: number(words[2])).run()
        case ("retried", 3): try await SendBench.retried(words[1], total: number(words[2])).run()
        case ("mocked", 3):
            try await SendBench.mocked(inFlight: number(words[1]), total: number(words[2])).run()
        case ("pieces", 3):
            try await SendBench.mocked(inFlight: number(words[1]), total: number(words[2]), pieces: 100).run()
        case ("idle", 5):
            let waiting = WaitingBench(url: words[3], count: number(words[4]))
            try await waiting.measure(
                SendBench(.get(words[1]), inFlight: 1, total: number(words[2]), others: waiting.count))
        case ("fold", 3): try await FoldBench(url: words[1], count: number(words[2])).run()
        case ("cancel", 3): await WaitingBench(url: words[1], count: number(words[2])).cancel()
        case ("upload", 3): try await BodyBench(url: words[1], path: words[2]).upload()
        case ("download", 3): try await BodyBench(url: words[1], path: words[2]).download()
        case ("stream", 2): try await BodyBench(url: words[1]).stream()
        case ("waiting", 3): await WaitingBench(url: words[1], count: number(words[2])).run()
        case ("reading", 3): ReadingBench(count: number(words[1]), shape: words[2]).run()
        case ("varied", 4):
            var bench = sending(Array(words.dropFirst()))
            bench.isVaried = true
            try await bench.run()
        case ("http1", 5):
            var bench = sending(Array(words.dropFirst()))
            bench.request.options.version = .http11
            // All connections are opened at once, which is slow while instructions are counted.
            bench.request.options.timeouts.connect = .unlimited
            try await bench.run()
        case ("parsing", 4), ("decoding", 4), ("json", 4), ("states", 4), ("stream", 4):
            var bench = sending(Array(words.dropFirst()))
            bench.call = SendBench.Call(rawValue: words[0])
            try await bench.run()
        case ("executor", 4...5):
            var bench = sending(Array(words.dropFirst()))
            bench.isOnExecutor = true
            try await bench.run()
        case (_?, 3...4): try await sending(words).run()
        default: fail("these words say nothing to measure", status: 2)
        }
    }

    private static func sending(_ words: [String]) -> SendBench {
        SendBench(
            .get(words[0]), inFlight: number(words[1]), total: number(words[2]),
            authorities: words.count == 4 ? words[3] : nil)
    }

    private static func number(_ word: String) -> Int {
        guard let number = Int(word), number > 0 else { fail("“\(word)” is no count", status: 2) }
        return number
    }

    private static func fail(_ message: String, status: Int32) -> Never {
        let line = "EngineBench: \(message)\n"
        write(STDERR_FILENO, line, line.utf8.count)
        exit(status)
    }

    /// Returns the processor time that the process has used.
    static func cpuSeconds() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let whole = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        return whole + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }
}

import ClientEngine
import Glibc

/// Measures the engine; the first word says what.
///
///     EngineBench URL IN-FLIGHT REQUESTS [AUTHORITIES]     prints: requests seconds cpu-seconds events
///     EngineBench upload URL FILE             prints: bytes seconds cpu-seconds
///     EngineBench download URL FILE           prints: bytes seconds cpu-seconds
///     EngineBench waiting URL COUNT           prints: the KiB that each of so many tasks takes which wait for an answer
///     EngineBench match                       prints lines: what, how many mocks, nanoseconds or requests per second
///     EngineBench reading COUNT plain|hostile  prints: requests MB/s requests/s, and how many a second are filled in
@main
struct EngineBench {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        if words.elementsEqual(["match"]) { return try await MatchBench().run() }
        guard words.count == 3 || words.count == 4, let first = words.first else { exit(2) }
        let (middle, last) = (words[2], words[3])
        switch first {
        case "upload": try await BodyBench(url: middle, path: last).upload()
        case "download": try await BodyBench(url: middle, path: last).download()
        case "waiting": try await WaitingBench(url: middle, count: Int(last) ?? 1).run()
        case "reading": ReadingBench(count: Int(middle) ?? 1, shape: last).run()
        default:
            guard let inFlight = Int(middle), let total = Int(last) else { exit(2) }
            let authorities = words.count == 4 ? words.last : nil
            try await run(first, inFlight: inFlight, total: total, authorities: authorities)
        }
    }

    /// Sends one request again and again, so many at a time, with every event observed.
    private static func run(_ url: String, inFlight: Int, total: Int, authorities: String?) async throws {
        let client = Client {
            $0.connections.maximumConcurrentExchanges = max(256, inFlight)
            if let authorities { $0.connections.tls.certificateAuthorities = authorities }
        }
        let events = Locked(0)
        let observation = client.observe { _ in events.withLock { $0 += 1 } }
        let request = Request.get(url)
        let begin = (SystemTime().now(), cpuSeconds())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<inFlight {
                let share = total / inFlight + (worker < total % inFlight ? 1 : 0)
                group.addTask {
                    for _ in 0..<share where try await client.send(request).status != 200 { exit(1) }
                }
            }
            try await group.waitForAll()
        }
        let seconds = (SystemTime().now() - begin.0).seconds
        print(total, seconds, cpuSeconds() - begin.1, events.withLock { $0 })
        observation.cancel()
    }

    /// The processor time that the process has taken.
    static func cpuSeconds() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let whole = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        return whole + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }
}

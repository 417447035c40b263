import ClientEngine
import Glibc

/// Sends one request again and again, so many at a time, with every event observed.
///
/// Usage: EngineBench URL IN-FLIGHT REQUESTS [AUTHORITIES]     prints: requests seconds cpu-seconds events
@main
struct EngineBench {
    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 4 || words.count == 5, let inFlight = Int(words[2]), let total = Int(words[3]) else { exit(2) }
        let client = Client {
            $0.maximumConcurrentExchanges = max(256, inFlight)
            if words.count == 5 { $0.tls.certificateAuthorities = words[4] }
        }
        let events = Locked(0)
        let observation = client.observe { _ in events.withLock { $0 += 1 } }
        let request = Request.get(words[1])
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

    private static func cpuSeconds() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let whole = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        return whole + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }
}

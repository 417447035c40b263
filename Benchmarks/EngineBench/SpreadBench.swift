import ClientEngine
import EngineSupport
import FoundationEssentials
import Glibc

/// Sends requests to several servers in turn, `inFlight` at a time, from a client with several loops.
struct SpreadBench {
    let loops: Int
    let inFlight: Int
    let total: Int
    let urls: [String]

    /// Prints the number of requests, the seconds, the processor seconds, the events, and each loop's processor seconds.
    func run() async throws {
        let client = Client { [loops, inFlight] in
            $0.connections.loopCount = loops
            $0.connections.maximumConcurrentExchanges = max(256, inFlight)
        }
        for host in Set(urls.compactMap { URL(string: $0)?.host }) where host.hasSuffix(".test") {
            try client.mocks.add(.get("http://\(host)/"), .status(200))
        }
        let events = Locked(0)
        let observation = client.observeBatches { batch in events.withLock { $0 += batch.count } }
        let begin = (SystemTime().now(), EngineBench.cpuSeconds())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<inFlight {
                group.addTask { try await send(worker, with: client) }
            }
            try await group.waitForAll()
        }
        let seconds = (SystemTime().now() - begin.0).seconds
        let ofLoops = try Self.loopSeconds().map { "\($0)" }.joined(separator: " ")
        print(
            total, seconds, EngineBench.cpuSeconds() - begin.1, events.withLock { $0 }, "loops", ofLoops)
        observation.cancel()
    }

    /// Sends the requests of one worker.
    ///
    /// Each worker begins with another server.
    private func send(_ worker: Int, with client: Client) async throws {
        let requests = urls.map { Request.get($0) }
        for number in stride(from: worker, to: total, by: inFlight) {
            let request = requests[(number + number / inFlight) % requests.count]
            if try await client.send(request).status != 200 { exit(1) }
        }
    }

    /// Returns the processor seconds that the thread of each loop has used.
    private static func loopSeconds() throws -> [Double] {
        let folder = "/proc/self/task"
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().compactMap { thread in
            let stat = try String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8)
            guard stat.contains("(ClientEngine)") else { return nil }
            // The times are the 12th and 13th field after the name, in hundredths of a second.
            let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
            return (Double(fields[11]) ?? 0) / 100 + (Double(fields[12]) ?? 0) / 100
        }
    }
}

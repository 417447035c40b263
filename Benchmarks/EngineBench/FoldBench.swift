import ClientEngine
import EngineSupport
import Glibc

/// Folds the events of one request into a record, again and again.
struct FoldBench {
    let url: String
    let count: Int

    /// Prints: folds, seconds, processor seconds, events of each.
    func run() async throws {
        let story = try await events()
        let begin = (SystemTime().now(), EngineBench.cpuSeconds())
        for _ in 0..<count {
            guard let first = story.first, var record = TaskRecord(first) else { exit(1) }
            for event in story { record.apply(event) }
            guard record.status == 200, record.state == .succeeded else { exit(1) }
        }
        let seconds = (SystemTime().now() - begin.0).seconds
        print(count, seconds, EngineBench.cpuSeconds() - begin.1, story.count)
    }

    /// What is told of one request: its end before its sender goes on.
    private func events() async throws -> [Event] {
        let client = Client()
        let events = Locked<[Event]>([])
        let observation = client.observe { event in events.withLock { $0.append(event) } }
        _ = try await client.send(.get(url))
        observation.cancel()
        return events.withLock { $0 }
    }
}

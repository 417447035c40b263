import ClientEngine
import EngineSupport
import Glibc

/// Builds a record from the events of one request, repeatedly.
struct FoldBench {
    let url: String
    let count: Int

    /// Prints the number of folds, the seconds, the processor seconds, and the events of each fold.
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

    /// Returns the events of one request.
    ///
    /// They are complete when `send` returns, because the end of the task is reported before.
    private func events() async throws -> [Event] {
        let client = Client()
        let events = Locked<[Event]>([])
        let observation = client.observe { event in events.withLock { $0.append(event) } }
        _ = try await client.send(.get(url))
        observation.cancel()
        return events.withLock { $0 }
    }
}

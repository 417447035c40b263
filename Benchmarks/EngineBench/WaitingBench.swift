import ClientEngine
import Foundation

/// Starts tasks that get no answer, and looks how much the process has grown.
struct WaitingBench {
    let url: String
    let count: Int

    func run() async throws {
        let client = Client {
            $0.connections.maximumConcurrentExchanges = count + 8
            $0.timeouts.firstByte = .unlimited
        }
        // What the first tasks allocate once for all.
        let first = (0..<8).map { _ in client.start(.get(url)) }
        for task in first { await wait(for: task) }
        let before = resident()
        let tasks = (0..<count).map { _ in client.start(.get(url)) }
        for task in tasks { await wait(for: task) }
        print(Double(resident() - before) / Double(count))
        for task in first + tasks { task.cancel() }
    }

    private func wait(for task: RequestTask<Response>) async {
        for await state in task.states where state == .running(.wait) { break }
    }

    /// The resident memory in KiB.
    private func resident() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}

import ClientEngine

/// Measures the cost of tasks that get no answer.
struct WaitingBench {
    let url: String
    let count: Int

    /// Prints by how many KiB the process grows for each task.
    func run() async {
        let client = makeClient()
        // The first tasks allocate memory that all tasks share.
        let first = await start(8, with: client)
        let before = resident()
        let tasks = await start(count, with: client)
        print(Double(resident() - before) / Double(count))
        for task in first + tasks { task.cancel() }
    }

    /// Prints the microseconds between cancelling a task and the return of its caller: median and 99th percentile.
    func cancel() async {
        let (client, samples) = (makeClient(), 1_000)
        let tasks = await start(count + samples, with: client)
        var times: [Double] = []
        for task in tasks.prefix(samples) {
            let begin = SystemTime().now()
            task.cancel()
            _ = try? await task.value
            times.append((SystemTime().now() - begin).seconds * 1e6)
        }
        times.sort()
        print(times[samples / 2], times[samples * 99 / 100])
        for task in tasks { task.cancel() }
    }

    /// Runs another measurement while the tasks wait on its client.
    func measure(_ bench: SendBench) async throws {
        let tasks = await start(count, with: bench.client)
        try await bench.run()
        for task in tasks { task.cancel() }
    }

    private func makeClient() -> Client {
        Client { $0.connections.maximumConcurrentExchanges = .max }
    }

    /// Starts tasks and waits until all of them have sent their requests.
    private func start(_ count: Int, with client: Client) async -> [RequestTask<Response>] {
        var request = Request.get(url)
        request.options.timeouts.firstByte = .unlimited
        let tasks = (0..<count).map { [request] _ in client.start(request) }
        for task in tasks {
            for await state in task.states where state == .running(.wait) { break }
        }
        return tasks
    }

    /// Returns the resident memory in KiB.
    private func resident() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}

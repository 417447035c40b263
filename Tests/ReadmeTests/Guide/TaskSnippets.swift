import ClientEngine
import ClientEngineCompatibility
import Dispatch

private struct User: Decodable, Sendable { var name: String }

func guideToMadeTasks(_ client: Client) async throws {
    let task = client.task(for: .get("report"))
    task.resume()
    let report = try await task.value
    print(report.status)
}

@MainActor final class StatusModel {
    var status: StatusCode?
}

@MainActor func guideToCompletionsOnTheMainActor(_ client: Client, _ model: StatusModel) {
    let report = client.task(for: .get("report"))
    report.onCompletion(on: .mainActor) { result in
        model.status = result.value?.status
    }
    report.resume()
}

func guideToCompletions(_ client: Client, _ executor: any TaskExecutor) {
    client.start(.get("report"), completingOn: .mainActor) { result in
        print(result.value?.status ?? 0)
    }

    let queue = DispatchQueue(label: "reports")
    let parsed = client.task(for: Request.get("users").decoding([User].self))
    parsed.onCompletion(on: .queue(queue)) { result in
        print((result.value ?? []).count)
    }
    parsed.resume()

    let worker = Client {
        $0.completionExecutor = .queue(queue)
        $0.taskExecutor = executor
    }
    parsed.cancel(notifying: false)
    print(worker)
}

func guideToPriorities(_ client: Client) {
    let urgent = client.start(Request.get("page").with { $0.priority = .high })
    urgent.priority = .normal

    let again = client.restart(urgent)
    print(again.record.origin.resendOf ?? 0)
}

func guideToTheClientsThread(_ client: Client) async throws {
    try await withTaskExecutorPreference(client.executor) {
        for page in 1...100 {
            let response = try await client.send(.get("pages/\(page)"))
            print(response.status)
        }
    }
}

func guideToSeveralLoops() {
    let busy = Client { $0.connections.loopCount = 4 }
    print(busy.configuration.connections)
}

func guideToWaiting(_ client: Client) throws {
    let response = try client.sendAndWait(.get("report"))
    print(response.status)
}

func guideToReconfiguring(_ client: Client) async throws {
    client.reconfigure { $0.baseURL = "https://staging.example.com/" }
    client.reset()
    await client.finishTasks()

    let isFirst = Client.configureShared { $0.userAgent = "Reader/2.1" }
    let status = try await Client.shared.send(.get("https://api.example.com/status"))
    print(isFirst, status.status)
}

func guideToMetrics(_ client: Client, _ queue: DispatchQueue) {
    client.onAttempt(on: .queue(queue)) { record, attempt in
        print(record.id, attempt.number, attempt.status ?? 0)
    }
    let observation = client.activity.observe(on: .mainActor) { count in
        print(count == 0 ? "idle" : "\(count) on the network")
    }
    observation.cancel()
}

import ClientEngine
import ClientEngineRecording

func guideToEvents(_ client: Client) async {
    for await event in client.events() {
        if case .attemptEnded(_, let retry?) = event.kind {
            print("task \(event.task) tries again in \(retry.delay): \(retry.explanation)")
        }
    }

    let observation = client.observe { event in
        if case .phase(let phase) = event.kind { print(event.task, phase) }
    }
    observation.cancel()

    var records: [Int: TaskRecord] = [:]
    for await event in client.events(.lossless) {
        if let new = TaskRecord(event) { records[new.id] = new }
        records[event.task]?.apply(event)
    }
}

func guideToRecords(_ page: Response) {
    for attempt in page.record.attempts {
        let why = attempt.reason.map { "\($0)" } ?? "first"
        print(attempt.number, attempt.status ?? 0, why, attempt.waited ?? .zero)
        for exchange in attempt.exchanges {
            print(exchange.start.url, exchange.timings[.wait] ?? .zero, exchange.bodyReceived)
        }
    }
}

func guideToProgress(_ client: Client) async {
    let task = client.start(.put("photo", body: .upload(path: "beach.jpg")))
    for await progress in task.progress {
        print(progress.sent, "of", progress.toSend ?? 0, progress.fractionReceived ?? 0)
    }
}

func guideToActivity(_ client: Client) async {
    for await count in client.activity { print(count == 0 ? "idle" : "\(count) on the network") }
}

func guideToRecording(_ page: Response) throws {
    var redaction = Redaction()
    let shown = redaction.record(page.record)
    let archive = HARWriter(creator: (name: "Reader", version: "2.1")).write([shown])
    let tasks = try HARTasks(parsing: archive).records(endingAt: page.record.created)
    let lines = RecordLines.encode([shown])
    let again = try RecordLines.decode(lines)
    print(tasks.count, again.count)
}

func guideToAttachedClients() -> Client {
    let client = Client()
    client.attachToInspector()
    return client
}

// The comments are aligned, as in the guide.
// swift-format-ignore
func guideToAttaching(_ client: Client) throws {
    try client.attach()                              // where INSPECTOR_SOCK says, or else at the usual place
    try client.attach(to: "/tmp/mine/inspector.sock")
}

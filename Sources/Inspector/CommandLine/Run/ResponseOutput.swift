import ClientEngine
import ClientEngineRecording
import InspectorWorkspace

/// Writes the responses that `--head`, `--body` and `-o` ask for when their tasks are over, and hands everything on.
final class ResponseOutput: RunOutput {
    private var next: any RunOutput
    private let output: BodyOutput
    private let options: RunOptions
    private var redaction: Redaction
    /// Indicates whether the task was asked for, and is not sent only because another one needs it.
    private let isAsked: (TaskRecord) -> Bool
    private var hasAnswer = false
    private(set) var failure: FileError?

    init(
        _ next: any RunOutput, into output: BodyOutput, _ options: RunOptions, redaction: Redaction,
        isAsked: @escaping (TaskRecord) -> Bool
    ) {
        self.next = next
        self.output = output
        self.options = options
        self.redaction = redaction
        self.isAsked = isAsked
    }

    func show(_ event: Event, in record: TaskRecord, after previous: TaskState?) {
        next.show(event, in: record, after: previous)
        guard case .taskEnded = event.kind, record.state == .succeeded, isAsked(record) else { return }
        hasAnswer = true
        // The lines of a task stand before its response.
        next.flush()
        write(bytes(of: record))
    }

    var showsEvents: Bool { next.showsEvents }

    var showsProgress: Bool { next.showsProgress }

    func flush() { next.flush() }

    func showProgress(of live: [TaskRecord], now: Instant) { next.showProgress(of: live, now: now) }

    func learn(captured values: Set<String>) {
        redaction.learn(values: values)
        next.learn(captured: values)
    }

    func begin(round: Int, of count: Int, title: String) { next.begin(round: round, of: count, title: title) }

    func finish(_ summary: RunSummary) {
        do throws(FileError) {
            // Of a run that brought no answer, the file keeps what it had.
            if failure == nil { try output.finish(isSuccess: hasAnswer) }
        } catch {
            failure = error
        }
        next.finish(summary)
    }

    private func write(_ bytes: [UInt8]) {
        do throws(FileError) {
            guard failure == nil else { return }
            try output.write(bytes)
            try output.endLine()
        } catch {
            failure = error
        }
    }

    private func bytes(of record: TaskRecord) -> [UInt8] {
        guard let exchange = record.lastExchange, let head = exchange.head else { return [] }
        var bytes: [UInt8] = []
        if options.showsHead {
            redaction.learn(headsOf: record)
            let first = redaction.text(
                String(decoding: head.wireBytes.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self))
            bytes += "\(first)\r\n".utf8
            for field in redaction.headers(head.headers) { bytes += "\(field.name): \(field.value)\r\n".utf8 }
            bytes += "\r\n".utf8
        }
        return options.showsBody ? bytes + exchange.body : bytes
    }
}

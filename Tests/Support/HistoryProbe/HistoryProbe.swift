import ClientEngine
import ClientEngineRecording
import Dispatch
import EngineSupport
import FoundationEssentials
import Glibc
import InspectorHistory

/// Writes tasks into a history, for tests that kill it, start several instances, or limit its disk space.
///
/// Usage: `HistoryProbe FOLDER COUNT BODY-BYTES [brief]`. With `brief`, each task is added after the previous one
/// was stored.
///
/// Prints the number of stored tasks each time it grows. At the end, prints the number of lost tasks and the
/// reason.
@main
enum HistoryProbe {
    static func main() {
        let words = CommandLine.arguments
        guard [4, 5].contains(words.count), let count = Int(words[2]), let size = Int(words[3]) else {
            exit(2)
        }
        // Exceeding a file size limit makes the write fail instead of ending the process.
        signal(SIGXFSZ, SIG_IGN)
        let isBrief = words.count == 5
        let session = HistorySession(
            folder: HistoryFolder(path: words[1]), command: "probe", redaction: Redaction())
        let done = Locked(0)
        let batches = DispatchSemaphore(value: 0)
        let writer = HistoryWriter(session) { report in
            say("saved \(report.saved)")
            done.withLock { $0 = report.saved + report.lost }
            batches.signal()
        }
        for number in 1...count {
            writer.add(task(number, bodyOf: size))
            // Limits the tasks that wait in memory.
            while number - done.withLock({ $0 }) > (isBrief ? 0 : 1_000) { batches.wait() }
        }
        let report = writer.finish(within: .seconds(40))
        say("lost \(report.lost) \(report.error.map { "\($0.kind)" } ?? "-")")
    }

    private static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }

    private static func task(_ number: Int, bodyOf size: Int) -> TaskRecord {
        let url = RequestURL(
            text: "http://probe.test/\(number)", scheme: "http", host: "probe.test", port: 80,
            path: "/\(number)")
        let request = Request(url: url.text)
        var record = TaskRecord(
            id: number, origin: TaskOrigin(request: request, url: url, date: Date()),
            created: Instant(nanoseconds: 0))
        let mark = Array("task \(number) of process \(getpid()) ".utf8)
        let body = Array((0...size / mark.count).flatMap { _ in mark }.prefix(size))
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(size)\r\n\r\n"
        let kinds: [Event.Kind] = [
            .attemptStarted(reason: nil, waited: nil),
            .exchangeStarted(ExchangeStart(method: .get, url: url)), .phase(.wait), .phase(.receive),
            .head(ResponseHead(wireBytes: Array(head.utf8))), .received(body), .exchangeEnded(ExchangeEnd()),
            .attemptEnded(.response(status: 200), retry: nil), .taskEnded(.succeeded),
        ]
        for (index, kind) in kinds.enumerated() {
            record.apply(
                Event(
                    task: number, attempt: 1, exchange: 1, at: Instant(nanoseconds: Int64(index) * 1_000),
                    kind))
        }
        return record
    }
}

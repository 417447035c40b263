import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording
@testable import InspectorHistory
@testable import InspectorTaskFilter

/// A history in a temporary folder, which is deleted after the test, and programs that write to it.
final class HistoryScene {
    let path = NSTemporaryDirectory() + "/history-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var folder: HistoryFolder { HistoryFolder(path: path + "/state/inspector") }

    func session(_ change: (inout HistorySession) -> Void = { _ in }) -> HistorySession {
        var session = HistorySession(folder: folder, command: "test", redaction: Redaction())
        change(&session)
        return session
    }

    /// Stores tasks as one session.
    ///
    /// Returns the report.
    @discardableResult
    func keep(_ records: [TaskRecord], _ change: (inout HistorySession) -> Void = { _ in })
        -> HistoryWriter.Report
    {
        let writer = HistoryWriter(session(change))
        for record in records { writer.add(record) }
        return writer.finish(within: patience)
    }

    func store() throws -> HistoryStore { try #require(try HistoryStore(reading: folder)) }

    /// Returns the stored tasks as lists show them, oldest first.
    func entries() throws -> [HistoryEntry] {
        var entries: [HistoryEntry] = []
        try store().visit { (entry) throws(HistoryError) in entries.insert(entry, at: 0) }
        return entries
    }

    /// Returns the stored tasks with their bodies, oldest first.
    func records() throws -> [TaskRecord] {
        let store = try store()
        var records: [TaskRecord] = []
        try store.visit { (entry) throws(HistoryError) in
            if let record = entry.record { records.insert(record, at: 0) }
        }
        return records
    }

    /// The paths of all files below the state folder.
    var files: [String] {
        let root = path + "/state"
        return (FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []).map {
            root + "/" + $0
        }
    }

    func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// Returns the files that contain a text, in any form that SQLite uses.
    func files(holding text: String) throws -> [String] {
        let needle = Data(text.utf8)
        return try files.filter { file in
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), !isFolder.boolValue
            else {
                return false
            }
            return try Data(contentsOf: URL(filePath: file)).range(of: needle) != nil
        }
    }

    /// Returns the number of stored tasks that the probe's output reports.
    static func saved(in output: String) -> Int {
        output.wholeLines.last { $0.hasPrefix("saved ") }.flatMap { Int($0.dropFirst(6)) } ?? 0
    }

    /// Returns the command line of a program that writes `count` tasks.
    ///
    /// With `isBrief`, each one waits for the previous one.
    func probe(_ count: Int, bodies size: Int = 40, isBrief: Bool = false) throws -> [String] {
        [try BuiltProgram.path("HistoryProbe"), folder.path, String(count), String(size)]
            + (isBrief ? ["brief"] : [])
    }

    /// Returns the numbers of the tasks that match a query, newest first.
    func list(_ query: String) throws -> [Int] {
        var found: [Int] = []
        try store().list(HistoryListing(try TaskQuery(query), before: .distantFuture), now: Date()) { task in
            found.append(task)
            return true
        }
        return found
    }
}

extension HistoryStore {
    /// Calls `visit` with each task, newest first.
    func visit(_ visit: (HistoryEntry) throws(HistoryError) -> Void) throws(HistoryError) {
        try database.run("SELECT id, session, story, parts FROM task ORDER BY id DESC") {
            (row) throws(HistoryError) in
            try visit(try entry(of: row, withBodies: true))
            return true
        }
    }
}

extension TaskRecord {
    /// Returns a finished task with one exchange.
    static func sample(
        _ id: Int = 1, url: String = "http://a.test/x", body: String = "{}", date: Date = Date(),
        _ change: (inout Request) -> Void = { _ in }, head: String = "Content-Type: application/json\r\n"
    ) throws -> TaskRecord {
        var request = Request(url: url)
        change(&request)
        let url = try RequestURL(parsing: url)
        let sent =
            "GET \(url.path)\(url.query.map { "?" + $0 } ?? "") HTTP/1.1\r\nHost: \(url.host)\r\n"
            + request.headers.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
        var start = ExchangeStart(method: .get, url: url)
        start.body = request.body
        let kinds: [Event.Kind] = [
            .attemptStarted(reason: nil, waited: nil), .exchangeStarted(start), .phase(.send),
            .requestHead(Array(sent.utf8)), .phase(.wait), .phase(.receive),
            .head(ResponseHead(wireBytes: Array("HTTP/1.1 200 OK\r\n\(head)\r\n".utf8))),
            .received(Array(body.utf8)), .exchangeEnded(ExchangeEnd()),
            .attemptEnded(.response(status: 200), retry: nil), .taskEnded(.succeeded),
        ]
        var record = TaskRecord(
            id: id, origin: TaskOrigin(request: request, url: url, date: date),
            created: Instant(nanoseconds: 5_000))
        for (index, kind) in kinds.enumerated() {
            record.apply(
                Event(
                    task: id, attempt: 1, exchange: 1,
                    at: Instant(nanoseconds: 5_000 + Int64(index) * 1_000_000),
                    kind))
        }
        return record
    }
}

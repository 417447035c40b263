import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording
@testable import InspectorHistory

/// A history in a folder that is gone when the test is over, and programs that write into it.
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

    /// Keeps tasks as one session does, and returns what became of them.
    @discardableResult
    func keep(_ records: [TaskRecord], _ change: (inout HistorySession) -> Void = { _ in })
        -> HistoryWriter.Report
    {
        let writer = HistoryWriter(session(change))
        for record in records { writer.add(record) }
        return writer.finish(within: patience)
    }

    /// Keeps tasks as a run does.
    @discardableResult
    func journal(_ records: [TaskRecord]) -> HistoryWriter.Report {
        keep(records) { $0.beginsInJournal = true }
    }

    /// Empties the index, as if there had been no time for it.
    func dropIndex() throws {
        try Database(path: folder.database).execute(
            """
            INSERT INTO task_text (task_text) VALUES ('delete-all');
            INSERT INTO body_text (body_text) VALUES ('delete-all');
            UPDATE searched SET last_task = 0, last_body = 0;
            """)
    }

    /// Makes the tables what version 5 had, whose stories were texts.
    func makeVersion5() throws {
        let database = try HistoryStore(changing: folder).database
        for entry in try entries() {
            try database.run(
                "UPDATE task_row SET story = ?, file = ? WHERE id = ?",
                [.bytes(entry.story), SQLValue(entry.file), .integer(entry.id)])
        }
        try database.execute(
            """
            ALTER TABLE session DROP COLUMN token;
            DROP TABLE journal;
            DROP VIEW task;
            DROP TABLE shape;
            DROP VIEW searchable;
            ALTER TABLE searched RENAME TO searchable;
            ALTER TABLE task_row DROP COLUMN shape;
            \(Schema.migrations[4].replacing("ALTER TABLE task RENAME TO task_row;", with: ""))
            PRAGMA user_version=5;
            """)
    }

    /// Makes the tables what version 4 had, which said in the row of a task what its summary says, too.
    func makeVersion4() throws {
        try makeVersion5()
        try Database(path: folder.database).execute(
            """
            DROP VIEW task;
            UPDATE task_row SET created = summary.created, elapsed = summary.elapsed, method = summary.method,
                url = summary.url, name = summary.name, status = summary.status, verdict = summary.verdict,
                attempts = summary.attempts
            FROM summary WHERE summary.task = task_row.id;
            ALTER TABLE task_row RENAME TO task;
            PRAGMA user_version=4;
            """)
    }

    /// Makes the tables what version 3 had, which knew links from the start and kept indices of calls.
    func makeVersion3() throws {
        let store = try HistoryStore(changing: folder)
        while try store.index() {}
        try makeVersion4()
        try Database(path: folder.database).execute(
            """
            ALTER TABLE task DROP COLUMN parts;
            ALTER TABLE searchable DROP COLUMN last_linked;
            DROP TABLE call_file;
            DROP TABLE call_kind;
            CREATE INDEX summary_file ON summary (file, method, name);
            CREATE INDEX summary_kind ON summary (kind);
            PRAGMA user_version=3;
            """)
    }

    func store() throws -> HistoryStore { try #require(try HistoryStore(reading: folder)) }

    /// The kept tasks as lists show them, the oldest first.
    func entries() throws -> [HistoryEntry] {
        var entries: [HistoryEntry] = []
        try store().visit { (entry) throws(HistoryError) in entries.insert(entry, at: 0) }
        return entries
    }

    /// The kept tasks with their bodies, the oldest first.
    func records() throws -> [TaskRecord] {
        let store = try store()
        var records: [TaskRecord] = []
        try store.visit { (entry) throws(HistoryError) in
            if let record = entry.record { records.insert(record, at: 0) }
        }
        return records
    }

    /// The paths of all files, below the state folder.
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

    /// Returns the files in which a text stands, in whatever form SQLite keeps it.
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

    /// The number of tasks that such a program says are kept.
    static func saved(in output: String) -> Int {
        output.wholeLines.last { $0.hasPrefix("saved ") }.flatMap { Int($0.dropFirst(6)) } ?? 0
    }

    /// The words that start a program which writes so many tasks.
    func probe(_ count: Int, bodies size: Int = 40, isBrief: Bool = false) throws -> [String] {
        [try BuiltProgram.path("HistoryProbe"), folder.path, String(count), String(size)]
            + (isBrief ? ["brief"] : [])
    }
}

extension HistoryStore {
    /// Hands over the tasks, the newest first.
    func visit(_ visit: (HistoryEntry) throws(HistoryError) -> Void) throws(HistoryError) {
        try database.run("SELECT \(try entryColumns) FROM task ORDER BY id DESC") {
            (row) throws(HistoryError) in
            if let entry = try entry(of: row, withBodies: true) { try visit(entry) }
            return true
        }
    }
}

extension TaskRecord {
    /// A finished task of one exchange.
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

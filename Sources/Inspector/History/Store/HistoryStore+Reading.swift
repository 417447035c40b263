import ClientEngine
import EngineJSON
import FoundationEssentials
import InspectorWorkspace

/// A kept task, as lists show it.
package struct HistoryEntry: Sendable, Equatable {
    /// Its number in the history.
    package var id: Int
    /// The start of the program in which it was sent.
    package var session: Int
    /// Milliseconds since 1970.
    package var created: Int
    package var elapsed: Duration
    package var method: String
    package var url: String
    package var name: String?
    package var file: String?
    package var status: Int?
    package var verdict: TaskRecord.Verdict
    package var attempts: Int
    let story: [UInt8]
    /// The heads that the story names by their numbers.
    let heads: [Int: [UInt8]]

    /// The record without its bodies; nil where the story cannot be read.
    package var record: TaskRecord? { record(from: Instant(nanoseconds: 0)) }

    /// The same with all its times counted from an instant, the one at which it was asked for.
    package func record(from created: Instant) -> TaskRecord? { record(from: created) { _ in nil } }

    func record(from created: Instant, _ body: (Int) -> [UInt8]?) -> TaskRecord? {
        guard let story = try? JSONValue(parsing: story) else { return nil }
        return withoutActuallyEscaping(body) { body in
            StoryReader(story: story, entry: self, part: { heads[$0] ?? body($0) }, created: created).record
        }
    }
}

extension HistoryStore {
    /// Hands over the tasks, the newest first, until false is returned.
    package func visit(
        before id: Int = .max, _ visit: (HistoryEntry) throws(HistoryError) -> Bool
    ) throws(HistoryError) {
        try database.run(
            "SELECT \(HistoryEntry.columns) FROM task WHERE id < ? ORDER BY id DESC", [.integer(id)]
        ) { (row) throws(HistoryError) in
            guard let entry = try entry(of: row) else { return true }
            return try visit(entry)
        }
    }

    /// Returns a task by its number in the history.
    package func entry(_ id: Int) throws(HistoryError) -> HistoryEntry? {
        var entry: HistoryEntry?
        try database.run("SELECT \(HistoryEntry.columns) FROM task WHERE id = ?", [.integer(id)]) {
            (row) throws(HistoryError) in
            entry = try self.entry(of: row)
            return false
        }
        return entry
    }

    /// Reads a row of the columns of an entry, and its heads.
    func entry(of row: Statement) throws(HistoryError) -> HistoryEntry? {
        HistoryEntry(row, heads: try parts(of: row.integer(0), "number < 0"))
    }

    /// Returns the record of a task with its bodies; one that is gone is left out of it, and its size stays.
    package func record(
        of entry: HistoryEntry, from created: Instant = Instant(nanoseconds: 0)
    ) throws(HistoryError) -> TaskRecord? {
        let bodies = try parts(of: entry.id, "number >= 0")
        return entry.record(from: created) { bodies[$0] }
    }

    private func parts(of task: Int, _ condition: String) throws(HistoryError) -> [Int: [UInt8]] {
        var parts: [Int: [UInt8]] = [:]
        try database.run(
            """
            SELECT number, digest, size, content FROM task_body JOIN body ON body.id = task_body.body
            WHERE task = ? AND \(condition)
            """, [.integer(task)]
        ) { row in
            parts[row.integer(0)] =
                row.isNull(3) ? readFile(digest: row.text(1), size: row.integer(2)) : row.bytes(3)
            return true
        }
        return parts
    }

    /// The body in a file; nil where it is gone, or another one.
    func readFile(digest: String, size: Int) -> [UInt8]? {
        let bytes = try? RegularFile(folder.body(digest), followsLink: false).contents(limit: size)
        return bytes.flatMap { (try? Self.digest(of: $0)) == digest ? $0 : nil }
    }
}

extension HistoryEntry {
    static let columns = [
        "id", "session", "created", "elapsed", "method", "url", "name", "file", "status", "verdict",
        "attempts",
        "story",
    ].map { "task.\($0)" }.joined(separator: ", ")

    fileprivate init?(_ row: Statement, heads: [Int: [UInt8]]) {
        guard let verdict = TaskRecord.Verdict(rawValue: row.text(9)) else { return nil }
        self.init(
            id: row.integer(0), session: row.integer(1), created: row.integer(2),
            elapsed: .nanoseconds(row.integer(3)), method: row.text(4), url: row.text(5),
            name: row.isNull(6) ? nil : row.text(6), file: row.isNull(7) ? nil : row.text(7),
            status: row.isNull(8) ? nil : row.integer(8), verdict: verdict, attempts: row.integer(10),
            story: row.bytes(11), heads: heads)
    }
}

extension HistoryStore {
    /// Returns the record of a task by its number, its times counted from the instant that the time of day was; nil where it is gone.
    package func record(
        of id: Int, withBodies: Bool, at instant: (Date) -> Instant
    ) throws(HistoryError) -> TaskRecord? {
        guard let entry = try entry(id) else { return nil }
        let created = instant(Date(timeIntervalSince1970: Double(entry.created) / 1_000))
        return withBodies ? try record(of: entry, from: created) : entry.record(from: created)
    }
}

import ClientEngine
import ClientEngineRecording
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
    package var status: StatusCode?
    package var verdict: TaskRecord.Verdict
    package var attempts: Int
    let story: [UInt8]
    /// The parts that the story names by their numbers: heads below 0, and from 0 the bodies, where they were asked for.
    let parts: [Int: [UInt8]]

    /// The record; nil where the story cannot be read.
    ///
    /// A body that was not asked for, or is gone, is left out of it, and its size stays.
    package var record: TaskRecord? { record(from: Instant(nanoseconds: 0)) }

    /// The same with all its times counted from an instant, the one at which it was asked for.
    package func record(from created: Instant) -> TaskRecord? {
        guard let story = try? JSONValue(parsing: story) else { return nil }
        let text = story["took"] == nil ? EarlierStory(story: story, entry: self).text : story
        return RecordReader.record(text, from: created) { [parts] in parts[$0] }
    }
}

extension HistoryStore {
    /// The columns of an entry; tables of an earlier version have no names of parts.
    var entryColumns: String {
        get throws(HistoryError) {
            let parts = try hasLinks ? "task.parts" : "NULL"
            return (HistoryEntry.columns + [parts] + (try storyColumns)).joined(separator: ", ")
        }
    }

    /// Returns a task by its number in the history.
    package func entry(_ id: Int, withBodies: Bool = false) throws(HistoryError) -> HistoryEntry? {
        var entry: HistoryEntry?
        try database.run("SELECT \(try entryColumns) FROM task WHERE id = ?", [.integer(id)]) {
            (row) throws(HistoryError) in
            entry = try self.entry(of: row, withBodies: withBodies)
            return false
        }
        return entry
    }

    /// Reads a row of the columns of an entry, and its parts.
    func entry(of row: Statement, withBodies: Bool = false) throws(HistoryError) -> HistoryEntry? {
        var parts: [Int: [UInt8]] = [:]
        // Tasks of earlier versions are led to their parts by links alone.
        let named = row.isNull(HistoryEntry.partsColumn) ? nil : row.bytes(HistoryEntry.partsColumn)
        try database.run(
            """
            SELECT number, digest, size, content FROM (\(Self.parts(areNamed: named != nil)))
            JOIN body ON body.id = row\(withBodies ? "" : " WHERE number < 0")
            """, [named.map { .utf8($0) } ?? .integer(row.integer(0))]
        ) { row in
            parts[row.integer(0)] = content(of: row, 1)
            return true
        }
        let story = try story(of: row, HistoryEntry.storyColumn)?.text ?? []
        return HistoryEntry(row, story: story, parts: parts)
    }

    /// The body in a file; nil where it is gone, or another one.
    func readFile(digest: String, size: Int) -> [UInt8]? {
        let bytes = try? RegularFile(folder.body(digest), followsLink: false).contents(limit: size)
        return bytes.flatMap { (try? Self.digest(of: $0)) == digest ? $0 : nil }
    }
}

extension HistoryEntry {
    fileprivate static let columns = [
        "id", "session", "created", "elapsed", "method", "url", "name", "file", "status", "verdict",
        "attempts",
    ].map { "task.\($0)" }
    /// The place behind them of what names the parts of a task.
    fileprivate static var partsColumn: Int { columns.count }
    /// The place behind that of its story.
    fileprivate static var storyColumn: Int { partsColumn + 1 }
    /// The number of columns of an entry.
    static var columnCount: Int { storyColumn + 2 }

    fileprivate init?(_ row: Statement, story: [UInt8], parts: [Int: [UInt8]]) {
        guard let verdict = TaskRecord.Verdict(rawValue: row.text(9)) else { return nil }
        self.init(
            id: row.integer(0), session: row.integer(1), created: row.time(2),
            elapsed: row.duration(3) ?? .zero, method: row.text(4), url: row.text(5),
            name: row.isNull(6) ? nil : row.text(6), file: row.isNull(7) ? nil : row.text(7),
            status: row.count(8).map { StatusCode(rawValue: $0) }, verdict: verdict,
            attempts: row.count(10) ?? 0,
            story: story, parts: parts)
    }
}

extension HistoryStore {
    /// Returns the record of a task by its number, its times counted from the instant that the time of day was; nil where it is gone.
    package func record(
        of id: Int, withBodies: Bool, at instant: (Date) -> Instant
    ) throws(HistoryError) -> TaskRecord? {
        guard let entry = try entry(id, withBodies: withBodies) else { return nil }
        return entry.record(from: instant(Date(storedMilliseconds: entry.created)))
    }
}

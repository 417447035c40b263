import ClientEngine
import ClientEngineRecording
import EngineJSON
import FoundationEssentials
import InspectorWorkspace

/// A stored task.
package struct HistoryEntry: Sendable, Equatable {
    /// The number of the task in the history.
    package var id: Int
    /// The number of the session in which the task was sent.
    package var session: Int
    let story: [UInt8]
    /// The parts of the story by number: heads below 0, bodies from 0 on.
    ///
    /// Bodies are included only on request.
    let parts: [Int: [UInt8]]

    /// The record, or `nil` if the story cannot be read.
    ///
    /// Bodies that were not requested or no longer exist are omitted, but their sizes are included.
    package var record: TaskRecord? { record { _ in Instant(nanoseconds: 0) } }

    /// Returns the record with times relative to `instant`, which converts the task's creation date.
    func record(at instant: (Date) -> Instant) -> TaskRecord? {
        guard let text = try? JSONValue(parsing: story), let date = text["at"]?.double else { return nil }
        return RecordReader.record(text, from: instant(Date(stored: date))) { [parts] in parts[$0] }
    }
}

extension HistoryStore {
    /// Returns a task by its number in the history, or `nil` if it does not exist.
    package func entry(_ id: Int, withBodies: Bool = false) throws(HistoryError) -> HistoryEntry? {
        var entry: HistoryEntry?
        try database.run("SELECT id, session, story, parts FROM task WHERE id = ?", [.integer(id)]) {
            (row) throws(HistoryError) in
            entry = try self.entry(of: row, withBodies: withBodies)
            return false
        }
        return entry
    }

    /// Reads a row of `id, session, story, parts`, and the parts.
    func entry(of row: Statement, withBodies: Bool) throws(HistoryError) -> HistoryEntry {
        var parts: [Int: [UInt8]] = [:]
        for part in row.withBytes(3, PartNames.rows) where withBodies || part.number < 0 {
            try database.run("SELECT digest, size, content FROM body WHERE id = ?", [.integer(part.row)]) {
                body in
                parts[part.number] = content(of: body)
                return false
            }
        }
        return HistoryEntry(id: row.integer(0), session: row.integer(1), story: row.bytes(2), parts: parts)
    }

    /// Returns the record of a task with times relative to `instant`, or `nil` if the task no longer exists.
    package func record(
        of id: Int, withBodies: Bool, at instant: (Date) -> Instant
    ) throws(HistoryError) -> TaskRecord? {
        try entry(id, withBodies: withBodies)?.record(at: instant)
    }
}

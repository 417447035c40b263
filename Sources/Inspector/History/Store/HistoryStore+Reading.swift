import ClientEngine
import ClientEngineRecording
import EngineJSON
import FoundationEssentials
import InspectorWorkspace

/// A kept task.
package struct HistoryEntry: Sendable, Equatable {
    /// Its number in the history.
    package var id: Int
    /// The start of the program in which it was sent.
    package var session: Int
    let story: [UInt8]
    /// The parts that the story names by their numbers: heads below 0, and from 0 the bodies, where they were asked for.
    let parts: [Int: [UInt8]]

    /// The record; nil where the story cannot be read.
    ///
    /// A body that was not asked for, or is gone, is left out of it, and its size stays.
    package var record: TaskRecord? { record { _ in Instant(nanoseconds: 0) } }

    /// Returns the same with its times counted from the instant that the time of day was at which it was asked for.
    func record(at instant: (Date) -> Instant) -> TaskRecord? {
        guard let text = try? JSONValue(parsing: story), let date = text["at"]?.double else { return nil }
        return RecordReader.record(text, from: instant(Date(stored: date))) { [parts] in parts[$0] }
    }
}

extension HistoryStore {
    /// Returns a task by its number in the history.
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

    /// Returns the record of a task by its number, its times counted from the instant that the time of day was; nil where it is gone.
    package func record(
        of id: Int, withBodies: Bool, at instant: (Date) -> Instant
    ) throws(HistoryError) -> TaskRecord? {
        try entry(id, withBodies: withBodies)?.record(at: instant)
    }
}

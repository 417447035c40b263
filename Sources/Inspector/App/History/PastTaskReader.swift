import ClientEngine
import FoundationEssentials
import InspectorHistory
import InspectorScreen
import InspectorValues

/// Reads tasks of earlier sessions with their bodies, on the thread of whoever wants them.
struct PastTaskReader: Sendable {
    let folder: HistoryFolder
    let begin: SessionBegin

    /// More bytes of bodies are not held in memory at once.
    static let mostBytes = 256 << 20

    /// Reads tasks by their numbers in the history, in this order, for as long as they are wanted.
    func read(_ rows: [Int], while isWanted: () -> Bool) -> ReadTasks {
        var read = ReadTasks()
        guard !rows.isEmpty else { return read }
        var size = 0
        do throws(HistoryError) {
            let store = try HistoryStore(reading: folder)
            for row in rows where isWanted() {
                let record = try store?.record(of: row, withBodies: true, at: begin.instant)
                size += record?.keptBytes ?? 0
                guard size <= Self.mostBytes else {
                    read.reason = "with them the bodies would take more than \(Self.mostBytes.byteText)"
                    break
                }
                read.tasks[row] = PastTask(row: row, record: record, isWhole: true)
            }
        } catch {
            let damaged = error.kind == .corrupt ? try? folder.setDamagedAside() : nil
            read.reason = damaged?.trouble.text ?? "\(error)"
        }
        return read
    }
}

/// The begin of a session: the same moment in both times.
struct SessionBegin: Sendable {
    let date: Date
    let instant: Instant

    @Sendable func instant(of date: Date) -> Instant {
        // Three centuries: as far as instants reach.
        instant + .clamped(seconds: date.timeIntervalSince(self.date), to: -9e9...9e9)
    }
}

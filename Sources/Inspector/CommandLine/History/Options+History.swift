import ClientEngine
import ClientEngineRecording
import FoundationEssentials
import InspectorHistory
import InspectorValues
import InspectorWorkspace

/// The options of `history`, and whether anything is kept.
struct HistoryOptions: Sendable, Equatable {
    /// Indicates whether a session is kept.
    var isKept = true
    var isErasing = false
    var showsStatistics = false
    /// The number of tasks that are shown at most.
    var limit: Int?
}

extension HistoryFolder {
    /// The history of the user who runs the program.
    static var ofProcess: HistoryFolder { HistoryFolder(path: StateFolder.ofProcess.path) }
}

extension Options {
    var historyLimits: HistoryLimits {
        let wishes = configuration.preferences.history
        return HistoryLimits(bytes: wishes.bytes, days: wishes.days)
    }

    /// Returns how the tasks of this session are kept; nil where they are not.
    func historySession(of command: CommandName, in folder: HistoryFolder) -> HistorySession? {
        let place = FileManager.default.currentDirectoryPath
        guard history.isKept, !configuration.preferences.history.leavesOut(place) else { return nil }
        var session = HistorySession(
            folder: folder, command: command.rawValue, place: place, redaction: hidingRedaction)
        session.limits = historyLimits
        return session
    }
}

extension HistoryWriter {
    /// Waits until the last tasks are kept, and says which are not, and what can be done.
    package func finishOrComplain() {
        guard let trouble = trouble(in: finish()) else { return }
        trouble.complain()
    }
}

extension DamagedFile {
    /// Says that it was found damaged, under which name it is now, and what can be done.
    func complain() { trouble.complain() }
}

extension HistoryTrouble {
    fileprivate func complain() {
        StandardStream.complain(text)
        StandardStream.complain(remedy)
    }
}

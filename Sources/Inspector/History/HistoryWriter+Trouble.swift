import InspectorValues

extension HistoryWriter.Report {
    /// Returns the problem to show to the user, or `nil` if everything was kept.
    package func trouble(in folder: HistoryFolder) -> HistoryTrouble? {
        if let error {
            let reason = lost > 0 ? error.description : "the history is not complete: \(error)"
            return HistoryTrouble(lost: lost, reason: reason, remedy: error.remedy(in: folder))
        }
        return damaged?.trouble
    }
}

extension HistoryError {
    /// Returns the remedy for the error, in sentences.
    fileprivate func remedy(in folder: HistoryFolder) -> String {
        switch kind {
        case .full: "Make room on the disk of \(folder.path): the next tasks are kept again."
        case .locked: "The next tasks are tried again. The other program holds \(folder.lock)."
        case .readOnly:
            "Until \(folder.path) and the files in it may be written, they are only read. --no-history keeps nothing."
        case .corrupt: "It cannot be set aside: move \(folder.database) away, and a new one begins."
        case .newer: "It is only read. Use the newer version, or another folder (XDG_STATE_HOME)."
        case .other: "The next tasks are tried again. --no-history keeps nothing."
        }
    }
}

/// The wishes about what is kept from one session to the next; nil is the usual limit.
package struct HistoryPreferences: Equatable, Sendable {
    package var bytes: Int?
    package var days: Int?
    /// Folders, as absolute paths: of what is done in them or below nothing is kept.
    package var leftOut: [String] = []

    package init() {}

    /// Returns whether nothing is kept of what is done in a folder.
    package func leavesOut(_ folder: String) -> Bool {
        leftOut.contains { folder == $0 || folder.hasPrefix($0 == "/" ? "/" : $0 + "/") }
    }
}

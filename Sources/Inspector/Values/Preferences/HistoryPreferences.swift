/// Limits of the history, which is kept between sessions.
///
/// `nil` means the default.
package struct HistoryPreferences: Equatable, Sendable {
    package var bytes: Int?
    package var days: Int?
    /// Folders, as absolute paths.
    ///
    /// Requests from them and their subfolders are not kept.
    package var leftOut: [String] = []

    package init() {}

    /// Returns whether requests from a folder are excluded from the history.
    package func leavesOut(_ folder: String) -> Bool {
        leftOut.contains { folder == $0 || folder.hasPrefix($0 == "/" ? "/" : $0 + "/") }
    }
}

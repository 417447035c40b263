import ClientEngine
import ClientEngineRecording
import FoundationEssentials

/// The location and settings for keeping a session's tasks.
package struct HistorySession: Sendable {
    package var folder: HistoryFolder
    package var command: String
    /// The opened folder of requests.
    package var place: String?
    package var limits = HistoryLimits()
    /// The redaction with the secrets known at the start.
    package var redaction: Redaction
    /// The start of the session, in milliseconds since 1970.
    let started = Date().millisecondsSince1970
    /// The idle time in milliseconds after which deferrable work begins.
    package var idleMilliseconds = 1_000

    package init(folder: HistoryFolder, command: String, place: String? = nil, redaction: Redaction) {
        self.folder = folder
        self.command = command
        self.place = place
        self.redaction = redaction
    }
}

import ClientEngine
import ClientEngineRecording
import FoundationEssentials

/// Where and how a session's tasks are kept.
package struct HistorySession: Sendable {
    package var folder: HistoryFolder
    package var command: String
    /// The folder of requests that was opened.
    package var place: String?
    package var limits = HistoryLimits()
    /// Knows what is secret from the start.
    package var redaction: Redaction
    /// Its beginning, in milliseconds since 1970.
    let started = Date().millisecondsSince1970
    /// The time without work after which work that is not urgent is done.
    package var idleMilliseconds = 1_000

    package init(folder: HistoryFolder, command: String, place: String? = nil, redaction: Redaction) {
        self.folder = folder
        self.command = command
        self.place = place
        self.redaction = redaction
    }
}

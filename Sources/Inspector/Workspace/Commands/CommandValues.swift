import ClientEngine
import EngineSupport
import RequestFormats

/// The values that commands have printed in this session; each command runs once.
package final class CommandValues: Sendable {
    private struct Key: Sendable, Hashable {
        var folder: String
        var words: [String]
    }

    private let results = Locked<[Key: Result<String, ResolveError>]>([:])
    private let keepsFailures: Bool

    /// Creates an empty store; without `keepsFailures`, a command that has failed runs again when its value is needed again.
    package init(keepsFailures: Bool = false) {
        self.keepsFailures = keepsFailures
    }

    /// Returns the value of a command if it has run.
    func known(_ words: [String], in folder: String) -> String? {
        try? results.withLock { $0[Key(folder: folder, words: words)] }?.get()
    }

    /// Returns the value of a command, and runs it if it has not run; the thread waits for it.
    func value(of words: [String], in folder: String) throws(ResolveError) -> String {
        let key = Key(folder: folder, words: words)
        if let known = results.withLock({ $0[key] }) { return try known.get() }
        let result = Result { () throws(ResolveError) in
            try ValueCommand(words: words, folder: folder).value()
        }
        if case .failure = result, !keepsFailures { return try result.get() }
        results.withLock { $0[key] = result }
        return try result.get()
    }

    /// Has every command run again when its value is needed.
    package func forget() { results.withLock { $0 = [:] } }
}

import ClientEngine
import EngineJSON

/// Why an exchange failed, in the words of HAR's `_error` and of `--json`.
package struct HARError: Sendable, Hashable {
    private let error: ClientError

    /// Describes an error.
    package init(_ error: ClientError) {
        self.error = error
    }

    /// The kind, the phase, libcurl's code and words, and the sentence that people are told, secrets replaced.
    package func json(_ redaction: inout Redaction) -> JSONValue {
        [
            "kind": .string(error.kind.rawValue), "phase": .string(error.phase.rawValue),
            "code": error.code.map { .number(JSONNumber($0)) } ?? .null,
            "text": .string(redaction.text(error.text ?? error.message)),
            "message": .string(redaction.text(error.message)),
        ]
    }
}

import ClientEngine
import EngineJSON

extension ClientError {
    /// Returns the error in the words of HAR's `_error` and of `--json`: the kind, the phase, libcurl's code and
    /// words, and the sentence that people are told, secrets replaced.
    package func json(_ redaction: inout Redaction) -> JSONValue {
        [
            "kind": .string(kind.rawValue), "phase": .string(phase.rawValue),
            "code": code.map { .int($0) } ?? .null,
            "text": .string(redaction.text(text ?? message)), "message": .string(redaction.text(message)),
        ]
    }
}

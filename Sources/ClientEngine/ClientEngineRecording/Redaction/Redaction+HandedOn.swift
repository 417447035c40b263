import ClientEngine

extension Redaction {
    /// Returns the value that a field was handed on with, without its secrets.
    package mutating func value(of change: RelayedOrigins.Change) -> String {
        guard change.name.lowercased() == "set-cookie" else { return url(change.value) }
        return headers([change.name: change.value]).first?.value ?? ""
    }
}

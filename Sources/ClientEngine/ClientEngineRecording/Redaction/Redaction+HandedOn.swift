import ClientEngine

extension Redaction {
    /// Returns the redacted value with which a relay passed a field on to its program.
    ///
    /// The secrets of a cookie and of a URL get the same placeholders as in other texts of this redaction.
    public mutating func value(of change: RelayedOrigins.Change) -> String {
        guard change.name.lowercased() == "set-cookie" else { return url(change.value) }
        return headers([change.name: change.value]).first?.value ?? ""
    }
}

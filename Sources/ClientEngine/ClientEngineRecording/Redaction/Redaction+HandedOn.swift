import ClientEngine

extension Redaction {
    /// Returns the value with which a relay handed a field on to its program, without its secrets.
    ///
    /// The secrets of a cookie and of a URL get the same stand-ins as everywhere else in this redaction.
    public mutating func value(of change: RelayedOrigins.Change) -> String {
        guard change.name.lowercased() == "set-cookie" else { return url(change.value) }
        return headers([change.name: change.value]).first?.value ?? ""
    }
}

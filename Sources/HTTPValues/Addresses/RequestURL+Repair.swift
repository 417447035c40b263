extension RequestURL {
    /// Returns a URL that can be parsed, made of text that may hold what no URL may: every such byte is escaped.
    ///
    /// Whatever has a meaning in a URL stays, escapes that are whole included. Meant for what people paste; requests
    /// are not repaired behind your back, apart from spaces and bytes outside ASCII.
    /// - Returns: nil for empty text.
    public static func repair(_ text: String, adding parameters: Parameters = [:]) -> String? {
        guard !text.isEmpty else { return nil }
        return text.percentEncoded(keepingEscapes: true) { !$0.isUnreservedInURL && !$0.isReservedInURL }
            .appendingQuery(parameters.encoded())
    }
}

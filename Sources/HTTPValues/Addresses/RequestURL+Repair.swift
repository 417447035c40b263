extension RequestURL {
    /// Returns a URL that can be parsed, made of text that may hold what no URL may: every such byte is escaped.
    ///
    /// Whatever has a meaning in a URL stays, escapes that are whole included. Meant for what people paste; requests
    /// are not repaired behind your back, apart from spaces and bytes outside ASCII.
    /// - Returns: nil for empty text.
    public static func repair(_ text: String, adding parameters: Parameters = [:]) -> String? {
        guard !text.isEmpty else { return nil }
        var rest = Array(text.utf8)[...]
        var repaired: [UInt8] = []
        while let byte = rest.popFirst() {
            let isEscape = byte == 0x25 && rest.escapedByte != nil
            let stays = isEscape || byte != 0x25 && byte.mayStandInURL
            repaired += stays ? [byte] : byte.percentEncoded
        }
        return String(decoding: repaired, as: UTF8.self).appendingQuery(parameters.encoded())
    }
}

extension UInt8 {
    /// Whether the byte may stand in a URL as it is; `%` may not by itself.
    fileprivate var mayStandInURL: Bool { isUnreservedInURL || isReservedInURL }
}

extension Response {
    /// The text encoding of the body, by its media type, its byte order mark and its bytes.
    public var textEncoding: TextEncoding { TextEncoding(of: body, type: mediaType) }

    /// The body as text, with U+FFFD where bytes do not fit ``textEncoding``, and without a byte order mark.
    public var text: String { text(as: textEncoding) }

    /// Returns the body as text in an encoding of the caller's choice.
    public func text(as encoding: TextEncoding) -> String {
        let text = encoding.decode(body)
        return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    }
}

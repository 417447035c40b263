extension JSONValue {
    /// Returns compact JSON text, without spaces.
    public func serialized() -> String {
        String(decoding: serializedBytes(), as: UTF8.self)
    }

    /// Returns JSON text for a terminal.
    ///
    /// In strings, it escapes characters that a terminal would obey or not display.
    public func printed(pretty isPretty: Bool = false) -> String {
        String(decoding: printedBytes(pretty: isPretty), as: UTF8.self)
    }

    /// Returns compact JSON text in ASCII, for a terminal that interprets other bytes.
    public func printedInASCII() -> String {
        String(decoding: bytes(.compact, .beyondASCII), as: UTF8.self)
    }

    /// Returns the bytes of the text that ``printed(pretty:)`` returns.
    public func printedBytes(pretty isPretty: Bool = false) -> [UInt8] {
        bytes(isPretty ? .pretty : .compact, .invisible)
    }

    /// Returns compact JSON text in UTF-8, for example for a body.
    public func serializedBytes() -> [UInt8] {
        bytes(.compact)
    }

    /// Returns JSON text with one member or element a line, indented by two spaces.
    public func prettyPrinted() -> String {
        String(decoding: bytes(.pretty), as: UTF8.self)
    }

    private func bytes(_ style: JSONWriter.Style, _ escapes: JSONWriter.Escapes = .required) -> [UInt8] {
        var writer = JSONWriter(style: style, escapes: escapes)
        writer.write(self)
        return writer.output
    }
}

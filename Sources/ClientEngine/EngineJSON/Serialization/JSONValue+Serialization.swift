extension JSONValue {
    /// Returns the shortest JSON text, without any spaces.
    public func serialized() -> String {
        String(decoding: serializedBytes(), as: UTF8.self)
    }

    /// Returns JSON text that may be shown on a terminal: what that would obey or hide is escaped in strings.
    public func printed(pretty isPretty: Bool = false) -> String {
        String(decoding: printedBytes(pretty: isPretty), as: UTF8.self)
    }

    /// Returns the same text in ASCII alone, for a terminal that takes other bytes for something else.
    public func printedInASCII() -> String {
        String(decoding: bytes(.compact, .beyondASCII), as: UTF8.self)
    }

    /// Returns the same text as UTF-8.
    public func printedBytes(pretty isPretty: Bool = false) -> [UInt8] {
        bytes(isPretty ? .pretty : .compact, .invisible)
    }

    /// Returns the shortest JSON text as UTF-8, ready to be a body.
    public func serializedBytes() -> [UInt8] {
        bytes(.compact)
    }

    /// Returns the JSON text with one member or element per line, indented by two spaces.
    public func prettyPrinted() -> String {
        String(decoding: bytes(.pretty), as: UTF8.self)
    }

    private func bytes(_ style: JSONWriter.Style, _ escapes: JSONWriter.Escapes = .required) -> [UInt8] {
        var writer = JSONWriter(style: style, escapes: escapes)
        writer.write(self)
        return writer.output
    }
}

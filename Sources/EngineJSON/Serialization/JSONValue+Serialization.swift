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
    package func printedInASCII() -> String {
        var writer = JSONWriter(style: .compact, escapes: .beyondASCII)
        writer.write(self)
        return String(decoding: writer.output, as: UTF8.self)
    }

    /// Returns the same text as UTF-8.
    public func printedBytes(pretty isPretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(style: isPretty ? .pretty : .compact, escapes: .invisible)
        writer.write(self)
        return writer.output
    }

    /// Returns the shortest JSON text as UTF-8, ready to be a body.
    public func serializedBytes() -> [UInt8] {
        var writer = JSONWriter(style: .compact)
        writer.write(self)
        return writer.output
    }

    /// Returns the JSON text with one member or element per line, indented by two spaces.
    public func prettyPrinted() -> String {
        var writer = JSONWriter(style: .pretty)
        writer.write(self)
        return String(decoding: writer.output, as: UTF8.self)
    }
}

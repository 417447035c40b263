import EngineJSON

extension ImportFile {
    /// Returns the content as JSON or as YAML, whichever it is.
    func jsonOrYAML() throws(ImportError) -> JSONValue {
        guard looksLikeJSON else { return try yaml() }
        do throws(ImportError) {
            return try json()
        } catch {
            // A flow mapping of YAML begins like JSON; when it is neither, JSON is what was meant.
            guard let value = try? yaml() else { throw error }
            return value
        }
    }

    private var looksLikeJSON: Bool {
        let content = bytes.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        return content.first == UInt8(ascii: "{") || content.first == UInt8(ascii: "[")
    }

    func yaml() throws(ImportError) -> JSONValue {
        guard bytes.count <= Self.maximumSize else { throw ImportError(path, "It is larger than 64 MiB.") }
        return try Result { () throws(YAMLError) in
            try YAMLComposer.value(of: bytes, maximumDepth: Self.maximumDepth)
        }.mapError { error in
            ImportError(path, line: error.line, column: error.column, error.message, expected: error.expected)
        }.get()
    }
}

import ClientEngine

/// Finds the arguments in a GraphQL document whose names are those of secrets: `login(password: "…")`.
enum GraphQLSecrets {
    /// Returns the positions of the strings after such names.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - quote: The bytes of a quotation mark. In a JSON string, a backslash comes before it.
    /// - Returns: The positions of the secrets.
    static func find(in bytes: some RandomAccessCollection<UInt8>, quote: [UInt8]) -> [NamedSecrets.Place] {
        let text = Array(bytes)
        var places: [NamedSecrets.Place] = []
        var index = 0
        while let colon = text[index...].firstIndex(of: UInt8(ascii: ":")) {
            index = colon + 1
            let name = name(before: colon, in: text)
            let start = text[index...].firstIndex { !isSpace($0) } ?? text.endIndex
            guard text[start...].starts(with: quote), !name.isEmpty,
                SecretNames.common.occur(in: String(decoding: text[name], as: UTF8.self))
            else { continue }
            let value = start + quote.count..<end(of: text, from: start + quote.count, quote)
            if !value.isEmpty { places.append(.init(name: name, value: value, spelling: .quoted)) }
            index = value.upperBound
        }
        return places
    }

    private static func name(before colon: Int, in text: [UInt8]) -> Range<Int> {
        let end = text[..<colon].lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
        let start = text[..<end].lastIndex { !isWord($0) }.map { $0 + 1 } ?? 0
        return start..<end
    }

    /// Returns the end of a string.
    ///
    /// An escaped quotation mark does not end it.
    private static func end(of text: [UInt8], from start: Int, _ quote: [UInt8]) -> Int {
        var index = start
        while index < text.count {
            if text[index...].starts(with: quote) { return index }
            // In JSON, the escape of the document has an additional backslash for each character.
            let isEscape = text[index] == 0x5C
            index += isEscape ? 2 * quote.count : 1
        }
        return text.count
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    private static func isWord(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || byte == 0x5F }
}

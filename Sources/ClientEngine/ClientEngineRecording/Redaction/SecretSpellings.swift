import ClientEngine
import EngineJSON

extension String {
    /// The other encodings of a secret in URLs, forms, JSON and HTML.
    ///
    /// A server may return it in any of them.
    var secretSpellings: Set<String> {
        guard utf8.contains(where: { !$0.isUnreservedInURL }) else { return [] }
        var spellings: Set<String> = []
        let decoded =
            utf8.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") } ? queryDecoded : self
        for text in [self, decoded] {
            spellings.formUnion(text.urlSpellings)
            spellings.formUnion(text.markupSpellings)
        }
        spellings.insert(decoded)
        spellings.remove(self)
        return spellings
    }

    private var urlSpellings: [String] {
        let encoded = percentEncoded
        let blank = UInt8(ascii: " ")
        let form = percentEncoded { !$0.isUnreservedInURL && $0 != blank }
            .replacingBytes { $0 == blank ? "+" : nil }
        // Some programs only encode characters that a URL must not contain.
        let lenient = percentEncoded {
            !$0.isUnreservedInURL && !$0.isReservedInURL && $0 != UInt8(ascii: "%")
        }
        return [encoded, encoded.inLowerCaseEscapes, form, lenient]
    }

    private var markupSpellings: [String] {
        let once = jsonSpellings
        // JSON inside JSON escapes the escapes. Deeper nesting is not considered.
        return once + once.flatMap(\.jsonSpellings) + [
            replacingBytes(Self.reference),
            replacingBytes { $0 == UInt8(ascii: "'") ? "&#39;" : Self.reference($0) },
        ]
    }

    /// The spellings in JSON strings, with necessary and with common optional escapes.
    private var jsonSpellings: Set<String> {
        let json = String(JSONValue.string(self).serialized().dropFirst().dropLast())
        let spellings: Set = [
            json, json.replacingBytes { $0 == UInt8(ascii: "/") ? "\\/" : nil }, json.inASCII,
        ]
        return spellings.subtracting([self])
    }

    private static func reference(_ byte: UInt8) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        default: nil
        }
    }

    /// Returns the text with some of its ASCII bytes replaced, in one pass.
    private func replacingBytes(_ replacement: (UInt8) -> StaticString?) -> String {
        guard utf8.contains(where: { replacement($0) != nil }) else { return self }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count * 2)
        for byte in utf8 {
            if let text = replacement(byte) {
                text.withUTF8Buffer { bytes += $0 }
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private var inLowerCaseEscapes: String {
        var bytes = Array(utf8)
        for index in bytes.indices where bytes[index] == UInt8(ascii: "%") {
            for place in index + 1..<Swift.min(index + 3, bytes.count)
            where (0x41...0x46).contains(bytes[place]) {
                bytes[place] |= 0x20
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private var inASCII: String {
        guard utf8.contains(where: { $0 >= 0x80 }) else { return self }
        return utf16.map { unit in
            if unit < 0x80 { return String(UnicodeScalar(UInt8(unit))) }
            return "\\u" + unit.hexadecimal(digits: 4)
        }.joined()
    }
}

import EngineJSON
import EngineMocks
import Glibc

/// JSON as WireMock reads it: with `//` and `/* */` comments, and with strings in single quotation marks.
///
/// The text is converted to strict JSON with the same lines, so that errors have the position of the file. Columns are
/// also the same up to the first string in single quotation marks of a line.
public enum LenientJSON {
    /// Parses JSON that may contain comments and strings in single quotation marks.
    public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        try JSONValue(parsing: strict(bytes), maximumDepth: 256)
    }

    static func strict(_ bytes: [UInt8]) -> [UInt8] {
        // Most files contain neither.
        guard holds("/", bytes) || holds("'", bytes) else { return bytes }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "\""): output += takeString(&rest)
            case UInt8(ascii: "'"): appendSingleQuoted(&rest, to: &output)
            case UInt8(ascii: "/") where rest.dropFirst().first == UInt8(ascii: "/"):
                let comment = rest.prefix { $0 != 0x0A }
                output += repeatElement(0x20, count: comment.count)
                rest = rest.dropFirst(comment.count)
            case UInt8(ascii: "/") where rest.dropFirst().first == UInt8(ascii: "*"):
                blankComment(&rest, &output)
            default:
                output.append(byte)
                rest.removeFirst()
            }
        }
        return output
    }

    private static func holds(_ character: Unicode.Scalar, _ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memchr($0, Int32(character.value), bytes.count) != nil } ?? false
        }
    }

    private static func takeString(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var end = rest.startIndex + 1
        while end < rest.endIndex, rest[end] != UInt8(ascii: "\"") {
            end += rest[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        end = min(end + 1, rest.endIndex)
        defer { rest = rest[end...] }
        return rest[..<end]
    }

    private static func appendSingleQuoted(_ rest: inout ArraySlice<UInt8>, to output: inout [UInt8]) {
        rest.removeFirst()
        output.append(UInt8(ascii: "\""))
        while let byte = rest.popFirst(), byte != UInt8(ascii: "'") {
            if byte == UInt8(ascii: "\\"), let next = rest.popFirst() {
                // A single quotation mark has no escape in JSON.
                if next != UInt8(ascii: "'") { output.append(byte) }
                output.append(next)
            } else {
                if byte == UInt8(ascii: "\"") { output.append(UInt8(ascii: "\\")) }
                output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    /// Writes spaces in place of a comment, and keeps its line breaks.
    private static func blankComment(_ rest: inout ArraySlice<UInt8>, _ output: inout [UInt8]) {
        rest = rest.dropFirst(2)
        output += [0x20, 0x20]
        while let byte = rest.popFirst() {
            output.append(byte == 0x0A ? 0x0A : 0x20)
            if byte == UInt8(ascii: "*"), rest.first == UInt8(ascii: "/") {
                rest.removeFirst()
                output.append(0x20)
                return
            }
        }
    }
}

/// One piece of what `-d` and its kin send.
enum CurlData: Hashable {
    case text(String)
    /// The content of a file; whether curl would take its line breaks out, and what it would encode.
    case file(path: String, kind: FileKind)

    enum FileKind: Hashable { case plain, stripped, encoded }

    /// Reads an argument of `-d`, which names a file behind `@`.
    static func ascii(_ argument: String) -> CurlData {
        path(in: argument).map { .file(path: $0, kind: .stripped) } ?? .text(argument)
    }

    /// Reads an argument of `--data-binary` or `--json`.
    static func binary(_ argument: String) -> CurlData {
        path(in: argument).map { .file(path: $0, kind: .plain) } ?? .text(argument)
    }

    private static func path(in argument: String) -> String? {
        guard argument.utf8.first == UInt8(ascii: "@") else { return nil }
        return String(argument.unicodeScalars.dropFirst())
    }

    /// Reads `content`, `=content`, `name=content`, `@file` and `name@file`.
    static func encoded(_ argument: String) -> CurlData {
        let bytes = argument.utf8
        // A name may hold an @: it is looked for only where no = stands.
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.firstIndex(of: UInt8(ascii: "@"))
        else {
            return .text(argument.formEncoded)
        }
        let name = argument[..<mark]
        let content = String(argument[bytes.index(after: mark)...])
        if bytes[mark] == UInt8(ascii: "@") { return .file(path: content, kind: .encoded) }
        return .text(name.isEmpty ? content.formEncoded : "\(name)=\(content.formEncoded)")
    }
}

extension String {
    /// The text as `--data-urlencode` writes it: all but unreserved letters escaped, a space as `+`.
    var formEncoded: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var out: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: out.append(byte)
            case 0x20: out.append(UInt8(ascii: "+"))
            default: out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}

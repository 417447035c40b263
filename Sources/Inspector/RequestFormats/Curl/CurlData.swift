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
        percentEncoded { !$0.isUnreservedInURL && $0 != 0x20 }.replacingBytes(" ", with: "+")
    }
}

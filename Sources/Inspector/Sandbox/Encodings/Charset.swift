import FoundationEssentials

struct Charset: Sendable {
    let name: String
    let encoding: String.Encoding
    /// Text that this set can express and that looks wrong when read as another.
    let sample: String

    static func named(_ name: String) throws(RouteError) -> Charset {
        let wanted = name.lowercased()
        guard let found = all.first(where: { $0.name == wanted }) else {
            let names = all.map(\.name).joined(separator: ", ")
            throw RouteError(why: "the charset must be one of \(names)")
        }
        return found
    }

    func bytes(of text: String) throws(RouteError) -> [UInt8] {
        guard let data = text.data(using: encoding) else {
            throw RouteError(why: "\(name) cannot express that text")
        }
        return Array(data)
    }

    static let all: [Charset] = [
        Charset(name: "utf-8", encoding: .utf8, sample: "Grüße, 世界, мир, 👋\n"),
        // With a byte order mark; the two below have none.
        Charset(name: "utf-16", encoding: .utf16, sample: "Grüße, 世界, мир, 👋\n"),
        Charset(name: "utf-16le", encoding: .utf16LittleEndian, sample: "Grüße, 世界, мир, 👋\n"),
        Charset(name: "utf-16be", encoding: .utf16BigEndian, sample: "Grüße, 世界, мир, 👋\n"),
        Charset(name: "utf-32", encoding: .utf32, sample: "Grüße, 世界, мир, 👋\n"),
        Charset(name: "us-ascii", encoding: .ascii, sample: "Greetings, world\n"),
        Charset(name: "iso-8859-1", encoding: .isoLatin1, sample: "Grüße, café, ¿qué?\n"),
        Charset(name: "latin1", encoding: .isoLatin1, sample: "Grüße, café, ¿qué?\n"),
        Charset(name: "iso-8859-2", encoding: .isoLatin2, sample: "Zażółć gęślą jaźń\n"),
        Charset(name: "windows-1251", encoding: .windowsCP1251, sample: "Привет, мир\n"),
        Charset(name: "windows-1252", encoding: .windowsCP1252, sample: "“Grüße” — 5 €\n"),
        Charset(name: "shift_jis", encoding: .shiftJIS, sample: "こんにちは、世界\n"),
    ]
}

import Testing

@testable import ClientEngine
@testable import EngineHTTP

@Suite("The encoding of texts")
struct TextEncodingTests {
    private static let chinese: [UInt8] = [0xC4, 0xE3, 0xBA, 0xC3, 0xCA, 0xC0, 0xBD, 0xE7]  // 你好世界 in GB2312

    @Test(
        "is what the type says, else what the mark and the bytes tell",
        arguments: [
            ("text/html; charset=gb2312", chinese, "GB2312", "你好世界"),
            ("text/html; charset=\"UTF-8\"", Array("é".utf8), "UTF-8", "é"),
            ("text/html", [0x63, 0xE9], "ISO-8859-1", "cé"), ("text/html", Array("cé".utf8), "UTF-8", "cé"),
            ("XXXXXXX", chinese, "GB18030", "你好世界"), ("XXXXXXX", [], "UTF-8", ""),
            (nil, [0x82, 0xB1, 0x82, 0xF1, 0x82, 0xC9], "SHIFT_JIS", "こんに"),
            (nil, [0xA4, 0xB3, 0xA4, 0xF3, 0xA4, 0xCB], "EUC-JP", "こんに"),
            (nil, [0xBE, 0xC8, 0xB3, 0xE7, 0xC7, 0xCF], "EUC-KR", "안녕하"),
            (nil, [0xFF, 0xFE, 0x41, 0x00], "UTF-16LE", "A"),
            (nil, [0xFE, 0xFF, 0x00, 0x41], "UTF-16BE", "A"),
            ("application/json", [0xEF, 0xBB, 0xBF, 0x31], "UTF-8", "1"),
            ("text/html; charset=x-none", [0x63, 0xE9], "UTF-8", "c\u{FFFD}"),
            ("application/octet-stream", [0xFF, 0x00, 0xFF], "UTF-8", "\u{FFFD}\0\u{FFFD}"),
        ] as [(String?, [UInt8], String, String)])
    func detection(type: String?, body: [UInt8], encoding: String, text: String) {
        let headers: Headers = type.map { ["Content-Type": $0] } ?? [:]
        let response = Response.made(headers: headers, body: body)
        #expect(response.textEncoding.name == encoding)
        #expect(response.text == text)
    }

    @Test("the caller may know better")
    func chosen() throws {
        let response = Response.made(body: [0xE9])
        #expect(response.text(as: .latin1) == "é")
        #expect(response.text(as: try #require(TextEncoding(named: "koi8-r"))) == "И")
    }

    @Test(
        "what is no name of an encoding is none",
        arguments: ["", "x-none", "UTF-8//TRANSLIT", "../../x", "é"])
    func unknown(name: String) {
        #expect(TextEncoding(named: name) == nil)
    }

    @Test("wrong and incomplete bytes are replaced, one for each")
    func replacement() throws {
        let encoding = try #require(TextEncoding(named: "SHIFT_JIS"))
        #expect(encoding.decode([0x41, 0x82]) == "A\u{FFFD}")
        #expect(encoding.decodeStrictly([0x41, 0x82]) == nil)
        #expect(encoding.decode([0x41, 0xFD, 0x42]) == "A\u{FFFD}B")
        let long = [UInt8](repeating: 0x41, count: 100_000)
        #expect(encoding.decode(long).utf8.count == 100_000)
    }
}

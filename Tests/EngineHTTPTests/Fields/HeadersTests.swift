import Testing

@testable import EngineHTTP

@Suite("Header fields")
struct HeadersTests {
    @Test("keep their order, their repeats and their spelling")
    func order() {
        let headers: Headers = ["B": "1", "a": "2", "b": "3", "A": "4"]
        #expect(headers.map(\.name) == ["B", "a", "b", "A"])
        #expect(headers.map(\.value) == ["1", "2", "3", "4"])
    }

    @Test("are found without regard to ASCII case, and to nothing else")
    func lookup() {
        let headers: Headers = ["Set-Cookie": "a=1", "SET-COOKIE": "b=2", "K\u{E9}y": "x", "X_Y": "1"]
        #expect(headers["set-cookie"] == "a=1")
        #expect(headers.values(of: "Set-cookie") == ["a=1", "b=2"])
        #expect(headers["K\u{C9}y"] == nil)
        // The bit 0x20 distinguishes letter case, but other characters differ in it, too.
        #expect(headers["X\u{7F}Y"] == nil)
        #expect(headers["missing"] == nil)
        #expect(headers.values(of: "missing").isEmpty)
    }

    @Test("setting replaces every field of the name, in the place of the first")
    func set() {
        var headers: Headers = ["A": "1", "B": "2", "a": "3", "C": "4"]
        headers["a"] = "new"
        #expect(headers == ["A": "new", "B": "2", "C": "4"])
        headers["D"] = "5"
        #expect(headers.last == Headers.Field("D", "5"))
        headers["B"] = nil
        #expect(headers.map(\.name) == ["A", "C", "D"])
    }

    @Test("adding keeps what is there")
    func add() {
        var headers: Headers = ["A": "1"]
        headers.add("a", "2")
        headers.append(Headers.Field(rawName: [0x41], rawValue: [0x33]))
        #expect(headers.values(of: "A") == ["1", "2", "3"])
        headers.remove("a")
        #expect(headers.isEmpty)
    }

    @Test(
        "bytes are read as UTF-8 where they are valid, else as Latin-1; none is lost",
        arguments: [
            ([0x63, 0x61, 0x66, 0xC3, 0xA9], "caf\u{E9}"), ([0x63, 0x61, 0x66, 0xE9], "caf\u{E9}"),
            ([0xFF, 0x00, 0x80], "\u{FF}\u{0}\u{80}"), ([], ""),
        ] as [([UInt8], String)])
    func bytes(raw: [UInt8], text: String) {
        let field = Headers.Field(rawName: [0x58], rawValue: raw)
        #expect(field.value == text)
        #expect(Array(field.rawValue) == raw)
    }
}

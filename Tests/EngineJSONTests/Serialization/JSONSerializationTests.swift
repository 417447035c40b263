import EngineJSON
import Testing

@Suite struct JSONSerializationTests {
    @Test("the compact text has no spaces and keeps what was sent")
    func compact() throws {
        let text = #"{"b":[1.0,-0,1E2,12345678901234567890],"a":{"x":null,"x":true},"e":[],"o":{}}"#
        let value = try JSONValue(parsing: text)
        #expect(value.serialized() == text)
        #expect(value.serializedBytes() == Array(text.utf8))
        #expect("\(value)" == text)
    }

    @Test("what is printed in ASCII is the same value, and nothing in it is beyond")
    func inASCII() throws {
        let value: JSONValue = ["\u{6DB}": "é\u{9B}\u{7F}\u{202E} 𝄞 a long text of ASCII \"\\\n", "b": [1]]
        let text = value.printedInASCII()
        #expect(text.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        #expect(text.contains(#"{"\u06db":"\u00e9\u009b\u007f\u202e \ud834\udd1e a long"#))
        #expect(try JSONValue(parsing: text) == value)
        #expect(value.printed().contains("é"))
    }

    @Test("the pretty text has one member a line and two spaces a level")
    func pretty() {
        let value: JSONValue = ["id": 1, "tags": ["a", ["b"]], "none": [], "empty": [:], "in": ["x": nil]]
        #expect(
            value.prettyPrinted() == """
                {
                  "id": 1,
                  "tags": [
                    "a",
                    [
                      "b"
                    ]
                  ],
                  "none": [],
                  "empty": {},
                  "in": {
                    "x": null
                  }
                }
                """)
    }

    @Test("a scalar alone is pretty already", arguments: [1, "a", nil, true, [], [:]] as [JSONValue])
    func prettyScalars(value: JSONValue) {
        #expect(value.prettyPrinted() == value.serialized())
    }

    @Test("quotes, backslashes and control bytes are escaped; everything else stands as it is")
    func escapes() {
        #expect(JSONValue.string("\"\\/\u{8}\t\n\u{C}\r").serialized() == #""\"\\/\b\t\n\f\r""#)
        #expect(JSONValue.string("\0\u{1}\u{B}\u{1F}").serialized() == #""\u0000\u0001\u000b\u001f""#)
        #expect(JSONValue.string("\u{7F}é😀\u{2028}").serialized() == "\"\u{7F}é😀\u{2028}\"")
        #expect((["\"\n": 1] as JSONValue).serialized() == #"{"\"\n":1}"#)
    }
}

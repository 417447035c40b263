import EngineJSON
import Testing

@Suite struct JSONStreamTests {
    @Test("pieces become the text of the same tree, with commas between them and nothing for nil")
    func pieces() {
        var stream = JSONStream()
        stream.beginObject()
        stream.member("text", "a \"{[:\" \u{1F600}\n")
        stream.member("none", nil as String?)
        stream.member("zero", 0)
        stream.member("least", Int.min)
        stream.member("most", Int.max)
        stream.member("half", 0.5)
        stream.member("yes", if: true)
        stream.member("no", if: false)
        stream.beginArray("list")
        stream.element("[")
        stream.element(-10)
        stream.element(1.25 as Double?)
        stream.element(nil as Double?)
        stream.elementNull()
        stream.beginArray()
        stream.endArray()
        stream.beginObject()
        stream.endObject()
        stream.beginObject()
        stream.member("in", "{")
        stream.endObject()
        stream.endArray()
        stream.member("last", 100)
        stream.endObject()
        let expected = #"""
            {"text":"a \"{[:\" 😀\n","zero":0,"least":-9223372036854775808,"most":9223372036854775807,"half":0.5,"yes":true,\#
            "list":["[",-10,1.25,null,null,[],{},{"in":"{"}],"last":100}
            """#
        #expect(String(decoding: stream.bytes, as: UTF8.self) == expected)
    }

    @Test("what is begun anew holds nothing of before, long or short", arguments: [1, 100_000])
    func anew(length: Int) {
        var stream = JSONStream()
        stream.beginObject()
        stream.member("text", String(repeating: "x", count: length))
        stream.clear()
        #expect(stream.bytes == [])
        stream.beginArray()
        stream.element(1)
        stream.endArray()
        #expect(String(decoding: stream.bytes, as: UTF8.self) == "[1]")
    }

    @Test("infinities and NaN are null", arguments: [Double.infinity, -.infinity, .nan])
    func noNumbers(number: Double) {
        var stream = JSONStream()
        stream.beginArray()
        stream.element(number as Double?)
        stream.endArray()
        #expect(String(decoding: stream.bytes, as: UTF8.self) == "[null]")
    }
}

import Testing

@testable import ClientEngineRecording

@Suite struct JSONStreamTests {
    @Test("pieces become the text of the same tree, with commas between them and nothing for nil")
    func pieces() {
        var stream = JSONStream()
        stream.writeSample(10, "a \"{[:\" \u{1F600}\n")
        let expected = #"""
            {"text":"a \"{[:\" 😀\n","number":10,"half":0.5,"yes":true,"list":["a \"{[:\" 😀\n",-10,1.25,null,null,null,"w",[],{},\#
            {"in":"{"}],"last":100}
            """#
        #expect(String(decoding: stream.bytes, as: UTF8.self) == expected)
    }

    @Test("integers are written to their ends", arguments: [0, Int.min, Int.max])
    func integers(number: Int) {
        var stream = JSONStream()
        stream.beginArray()
        stream.element(number)
        stream.endArray()
        #expect(String(decoding: stream.bytes, as: UTF8.self) == "[\(number)]")
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

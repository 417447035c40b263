import Testing

@testable import EngineJSON

@Suite struct JSONShapeTests {
    @Test(
        "a shape and its values are the text that is written at once",
        arguments: [0, 1, -1, 63, 64, -65, 300, Int.max, Int.min + 1],
        ["", "a \"{[:\u{1}\u{2} \u{1F600}\n", "x,"])
    func together(number: Int, text: String) {
        var (whole, apart) = (JSONStream(), JSONShapeStream())
        whole.writeSample(number, text)
        apart.writeSample(number, text)
        let together = apart.shape().text(with: apart.values)
        #expect(
            together.map { String(decoding: $0, as: UTF8.self) }
                == String(decoding: whole.bytes, as: UTF8.self))
    }

    @Test("the least integer comes back")
    func least() {
        var stream = JSONShapeStream()
        stream.beginArray()
        stream.element(Int.min)
        stream.endArray()
        #expect(stream.shape().text(with: stream.values) == Array("[\(Int.min)]".utf8))
    }

    @Test("texts that differ in values alone have one shape; others have others")
    func shared() {
        var stream = JSONShapeStream()
        stream.writeSample(1, "a")
        let first = stream.shape()
        stream.writeSample(2_000, "bc")
        #expect(stream.shape() === first)
        stream.beginArray()
        stream.endArray()
        let other = stream.shape()
        #expect(other !== first)
        #expect(other.bytes != first.bytes)
        stream.writeSample(3, "")
        #expect(stream.shape() === first)
    }

    @Test("what has more shapes than are remembered is written as well")
    func many() {
        var stream = JSONShapeStream()
        for length in 0..<300 {
            stream.clear()
            stream.beginArray()
            for _ in 0..<length { stream.element(7) }
            stream.endArray()
            let text = stream.shape().text(with: stream.values)
            #expect(
                text == Array(("[" + Array(repeating: "7", count: length).joined(separator: ",") + "]").utf8))
        }
    }

    @Test("values that do not fit a shape lead to nothing")
    func damaged() {
        var stream = JSONShapeStream()
        stream.writeSample(300, "text")
        let (shape, values) = (stream.shape(), stream.values)
        for length in 0..<values.count { #expect(shape.text(with: Array(values.prefix(length))) == nil) }
        #expect(shape.text(with: values + [0]) == nil)
        #expect(JSONShape([1]).text(with: Array(repeating: 0xFF, count: 20)) == nil)
        #expect(
            JSONShape([2]).text(with: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 0]) == nil)
    }
}

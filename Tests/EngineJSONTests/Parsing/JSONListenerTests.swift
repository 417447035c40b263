import EngineJSON
import Testing

@Suite struct JSONListenerTests {
    private final class Listener: JSONListener {
        var heard: [String] = []

        func open(_ container: JSONContainer) { heard.append("open \(container)") }
        func close(_ container: JSONContainer) { heard.append("close \(container)") }
        func name(_ text: JSONStringBytes) { heard.append("name \(text.string) \(text.isPlain)") }
        func string(_ text: JSONStringBytes) {
            heard.append("string \(text.string) \(text.isPlain)")
        }
        func number(_ text: UnsafeBufferPointer<UInt8>) {
            heard.append("number \(String(decoding: text, as: UTF8.self))")
        }
        func word(_ value: JSONValue) { heard.append("word \(value.serialized())") }
    }

    @Test("A listener hears everything in its order")
    func order() throws {
        let listener = Listener()
        try JSONValue.read(
            Array(#" {"a": [1.50, "é", "\u0041"], "\n": {"": null}, "b": true}"#.utf8), telling: listener)
        #expect(
            listener.heard == [
                "open object", "name a true", "open array", "number 1.50", "string é true", "string A false",
                "close array", "name \n false", "open object", "name  true", "word null", "close object",
                "name b true", "word true", "close object",
            ])
    }

    @Test("Before an error it hears what stands there, and the error is that of the parser")
    func failure() {
        let listener = Listener()
        let text = Array("[1, 2 3]".utf8)
        let error = #expect(throws: JSONError.self) { try JSONValue.read(text, telling: listener) }
        #expect(listener.heard == ["open array", "number 1", "number 2"])
        #expect(error == #expect(throws: JSONError.self) { try JSONValue(parsing: text) })
        #expect(throws: JSONError.self) {
            try JSONValue.read(Array("[[]]".utf8), maximumDepth: 1, telling: listener)
        }
    }
}

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

    @Test("A listener gets each token of a long and deep text once, however many are read at a time")
    func longText() throws {
        let rows = (0..<500).map { #"{"id":\#($0),"tags":["a",[\#($0),{}]]}"# }.joined(separator: ",")
        let text = String(repeating: #"{"in":["#, count: 200) + rows + String(repeating: "]}", count: 200)
        let writer = Writer()
        try JSONValue.read(text.utf8, telling: writer)
        #expect(writer.text == text)
        #expect(try JSONValue(parsing: text).serialized() == text)

        let cut = Writer()
        let beginning = text.dropLast(400)
        #expect(throws: JSONError.self) { try JSONValue.read(beginning.utf8, telling: cut) }
        #expect(cut.text == beginning)
    }

    /// Writes the values that it receives.
    private final class Writer: JSONListener {
        var text = ""
        private var isFirst = true

        private func add(_ token: String, isClosing: Bool = false, followedByFirst: Bool = false) {
            if !isFirst, !isClosing { text += "," }
            text += token
            isFirst = followedByFirst
        }

        func open(_ container: JSONContainer) { add(container == .array ? "[" : "{", followedByFirst: true) }
        func close(_ container: JSONContainer) { add(container == .array ? "]" : "}", isClosing: true) }
        func name(_ text: JSONStringBytes) { add("\"\(text.string)\":", followedByFirst: true) }
        func string(_ text: JSONStringBytes) { add("\"\(text.string)\"") }
        func number(_ text: UnsafeBufferPointer<UInt8>) { add(String(decoding: text, as: UTF8.self)) }
        func word(_ value: JSONValue) { add(value.serialized()) }
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

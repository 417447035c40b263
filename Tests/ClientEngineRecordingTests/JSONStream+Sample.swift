@testable import ClientEngineRecording

extension JSONStream {
    /// Writes a text with values of all kinds, after clearing the stream.
    mutating func writeSample(_ number: Int, _ text: String) {
        clear()
        beginObject()
        member("text", text)
        member("none", nil as String?)
        member("number", number)
        member("half", 0.5)
        member("yes", if: true)
        member("no", if: false)
        beginArray("list")
        element(text)
        element(-number)
        element(1.25 as Double?)
        element(nil as Double?)
        element(Double.nan as Double?)
        elementNull()
        element(word: "w")
        beginArray()
        endArray()
        beginObject()
        endObject()
        beginObject()
        member("in", "{")
        endObject()
        endArray()
        member("last", 100)
        endObject()
    }
}

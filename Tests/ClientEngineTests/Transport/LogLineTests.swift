import Testing

@testable import ClientEngine

@Suite("Lines of libcurl's log")
struct LogLineTests {
    private func read<Value>(_ text: String, _ body: (LogLine) -> Value) -> Value {
        Array(text.utf8).withUnsafeBytes { body(LogLine(bytes: $0)) }
    }

    @Test(
        "the number of a stream is found in the words of every version",
        arguments: [
            ("Using Stream ID: 5 (easy handle 0x1)\n", 5), ("[HTTP/2] [7] OPENED stream for https://h/\n", 7),
            ("[HTTP/2] [7] [:method: GET]", nil), ("Using Stream ID: ", nil), ("[HTTP/2] [", nil), ("", nil),
        ])
    func stream(line: String, number: Int?) {
        #expect(read(line) { $0.openedStream } == number)
        if number != nil { #expect(read(line) { $0.mayBeOfInterest }) }
    }

    @Test("words are found anywhere in a line")
    func words() {
        let line = "TLSv1.3 (IN), TLS alert, close notify (256):\n"
        for part: StaticString in ["TLSv1.3", "(IN), TLS alert, close notify", "(256):\n"] {
            #expect(read(line) { $0.contains(part) })
        }
        #expect(!read(line) { $0.contains("close notify (257)") })
        #expect(!read("") { $0.contains("x") })
    }
}

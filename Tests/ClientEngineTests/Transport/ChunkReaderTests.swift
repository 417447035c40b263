import Testing

@testable import ClientEngine

@Suite("The chunks of a body")
struct ChunkReaderTests {
    /// Reads a body in one piece and byte by byte.
    ///
    /// The results must be equal.
    private func read(_ text: String) -> ChunkReader {
        var whole = ChunkReader()
        Array(text.utf8).withUnsafeBytes { whole.consume($0) }
        var dripped = ChunkReader()
        for byte in text.utf8 { withUnsafeBytes(of: byte) { dripped.consume($0) } }
        #expect(whole.isOdd == dripped.isOdd && whole.isComplete == dripped.isComplete, "\(text)")
        #expect(whole.extensionLength == dripped.extensionLength, "\(text)")
        return whole
    }

    @Test(
        "are as they should be",
        arguments: [
            "0\r\n\r\n", "5\r\nhello\r\n0\r\n\r\n", "5;a=b\r\nhello\r\n0;c\r\n\r\n",
            "005 \r\nhe\nlo\r\n00\r\n\r\n",
            "A\r\n0123456789\r\n0\r\nX: y\r\nY: z\r\n\r\n",
        ])
    func good(text: String) {
        let reader = read(text)
        #expect(!reader.isOdd && reader.isComplete)
    }

    @Test(
        "have line ends of two bytes, and sizes that are numbers",
        arguments: [
            "5\nhello\r\n0\r\n\r\n", "5\r\nhello\n0\r\n\r\n", "5,5\r\nhello\r\n0\r\n\r\n",
            "5\r\nhello\r\n0\r\n\n",
            "5x\r\nhello\r\n0\r\n\r\n",
        ])
    func odd(text: String) {
        #expect(read(text).isOdd)
    }

    @Test("end with an empty line", arguments: ["0\r\n", "0\r\n\r", "5\r\nhello\r\n", "0\r\nX: y\r\n", ""])
    func unfinished(text: String) {
        #expect(!read(text).isComplete)
    }

    @Test("may say more than their size, which is counted")
    func extensions() {
        #expect(read("5;name=value\r\nhello\r\n0;x\r\n\r\n").extensionLength == 13)
    }
}

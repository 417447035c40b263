import Testing

@testable import RequestFormats

@Suite("Plain request lines")
struct PlainRequestLineTests {
    @Test("a plain request line is read as any other is, in both dialects")
    func sameAsAnyOther() throws {
        let starts = ["", " ", "x"]
        let methods = ["GET", "HEAD", "OPTIONS", "CONNECT", "get", "PURGE", "GRAPHQL", "WS", ""]
        let blanks = [" ", "  ", "\t", ""]
        let targets = [
            "http://a.test", "https://a.test/b?c=d#e", "http://", "HTTP://a.test", "/a", "a.test", "HTTP/1.1",
            "http://{{host}}/", "http://a.test/{b}", "http://a.test/é", "http://a.test/b c", "{{url}}",
        ]
        let ends = ["", " ", " HTTP/1.1", " HTTP/9", "\r"]
        var count = 0
        for method in methods.flatMap({ method in starts.map { $0 + method } }) {
            for target in targets {
                for line in blanks.flatMap({ blank in ends.map { method + blank + target + $0 } }) {
                    let text = "!" + line + "!"
                    let bytes = Array(text.utf8)
                    guard let plain = PlainRequestLine(bytes[1..<(bytes.count - 1)]) else { continue }
                    count += 1
                    for dialect in [HTTPFile.Dialect.union, .strict] {
                        let read = try RequestLine(line, dialect: dialect)
                        #expect(read.method.map(String.init) == plain.method)
                        #expect(String(read.target) == String(decoding: bytes[plain.target], as: UTF8.self))
                        #expect(read.version == nil)
                        #expect(
                            line[..<read.target.startIndex].unicodeScalars.count + 1 == plain.targetColumn)
                    }
                }
            }
        }
        #expect(count == 4 * 3)
    }
}

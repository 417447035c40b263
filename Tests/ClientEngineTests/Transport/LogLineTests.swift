import Testing

@testable import ClientEngine

@Suite("Lines of libcurl's log")
struct LogLineTests {
    private func read<Value>(_ text: String, _ body: (LogLine) -> Value) -> Value {
        Array(text.utf8).withUnsafeBytes { body(LogLine(bytes: $0)) }
    }

    @Test(
        "a session is its version and its cipher",
        arguments: [
            ("SSL connection using TLSv1.3 / TLS_AES_256_GCM_SHA384\n", "TLSv1.3", "TLS_AES_256_GCM_SHA384"),
            (
                "SSL connection using TLSv1.2 / ECDHE-RSA-AES128-GCM-SHA256", "TLSv1.2",
                "ECDHE-RSA-AES128-GCM-SHA256"
            ),
            ("SSL connection using  a  /  b / c \r\n", "a", "b / c"), ("SSL connection using  / ", "", ""),
        ])
    func session(line: String, version: String, cipher: String) {
        let words = read(line) { $0.words(behind: "SSL connection using ", around: " / ") }
        #expect(words?.left == version)
        #expect(words?.right == cipher)
    }

    @Test(
        "a line without the mark, or shorter than the prefix, has no words",
        arguments: ["", "SSL", "SSL connection using TLSv1.3/x"])
    func none(line: String) {
        #expect(read(line) { $0.words(behind: "SSL connection using ", around: " / ") } == nil)
    }

    @Test("what stands behind a prefix comes without the space around it")
    func text() {
        #expect(read("ALPN: server accepted h2\n") { $0.text(behind: "ALPN: server accepted ") } == "h2")
        #expect(read("ALPN: server accepted \n") { $0.text(behind: "ALPN: server accepted ") }.isEmpty)
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

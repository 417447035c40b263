import RequestFormats
import Testing

@Suite(
    "Collected response handlers",
    .enabled(if: Corpus.folder != nil, "the folder of collected files is not here"))
struct ScriptCorpusTests {
    @Test("Half of what people wrote is recognised, and the rest is said not to run")
    func share() throws {
        var recognised = 0
        var others = 0
        for bytes in try Corpus.files(in: "http", named: [".http", ".rest"]) {
            for saved in HTTPFile(parsing: bytes, path: "collected").requests {
                let handlers = saved.attachments.filter {
                    $0.kind == .responseHandler && $0.text.contains("{%")
                }
                let unrun = ResponseActions(of: saved).unrun.filter { diagnostic in
                    handlers.contains { $0.line == diagnostic.line }
                }
                others += unrun.count
                recognised += handlers.count - unrun.count
            }
        }
        #expect(recognised >= others && recognised + others >= 8, "\(recognised) of \(recognised + others)")
    }
}

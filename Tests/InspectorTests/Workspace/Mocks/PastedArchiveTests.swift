import ClientEngine
import Testing

@testable import InspectorValues
@testable import InspectorWorkspace

@Suite("Archives that are pasted for mocks")
struct PastedArchiveTests {
    private let archive = """
        {"log":{"entries":[
          {"request":{"method":"GET","url":"http://a.test/x"},"response":{"status":503}},
          {"request":{"method":"GET","url":"http://a.test/x"},"response":{"status":200}},
          {"request":{"method":"GET","url":"http://a.test/y"},"response":{"status":0}}
        ]}}
        """

    @Test(
        "the text itself, or the path of a file as terminals paste it",
        arguments: ["%", "'%'", "\"%\"", " %\n"])
    func paths(frame: String) throws {
        let scratch = try ScratchFolder()
        let path = try scratch.write(archive, to: "traffic.har")
        let offer = try PastedArchive(frame.replacing("%", with: path)).offer(besides: [])
        #expect(offer.batch.name == "traffic.har" && offer.count == 2 && offer.warnings.count == 1)
        #expect(offer.batch.mocks.map { $0.answers.first?.reply?.status } == [503, 200])
        #expect(try PastedArchive(archive).offer(besides: []).batch.mocks == offer.batch.mocks)
    }

    @Test(
        "anything else is refused in a sentence",
        arguments: ["hello", "/etc/passwd", "/nowhere/x.har", "{}", "{\"log\":{\"entries\":[]}}", "a\nb.har"])
    func refused(text: String) {
        #expect(throws: PastedArchive.ReadError.self) { try PastedArchive(text).offer(besides: []) }
    }
}

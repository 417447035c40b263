import InspectorTestSupport
import RequestFormats
import Testing

@Suite("Lines of a document that are too long", .ownThread)
struct LongLineTests {
    private static let long = String(repeating: "x", count: HTTPFile.maximumLine)

    @Test(
        "are an error of their request alone, which keeps nothing of them",
        arguments: [
            "GET http://a/LONG", "### LONG\nGET http://a/", "# @name LONG\nGET http://a/",
            "GET http://a/\nX-A: LONG", "@v = LONG\nGET http://a/", "GET http://a/\n\nbody\n\n>> LONG",
            "GET http://a/\n  ?LONG",
        ])
    func head(text: String) throws {
        let long = text.replacing("LONG", with: Self.long)
        let file = HTTPFile(
            parsing: "GET http://first/\n\n###\n\(long)\n\n###\nGET http://last/\n", path: "a.http")
        #expect(file.requests.map(\.isUsable) == [true, false, true])
        let errors = file.diagnostics.filter { $0.severity == .error }
        #expect(errors.map(\.message) == ["The line is longer than 1 MiB."])
        #expect(file.requests.allSatisfy { $0.label.utf8.count < 100 })
    }

    @Test("stand in bodies, as they do in the files of other programs")
    func body() throws {
        let file = HTTPFile(parsing: "POST http://a/\n\n\(Self.long)x\n", path: "a.http")
        #expect(!file.hasErrors && file.requests.count == 1)
    }

    @Test("a URL that only its variables make so long is not sent")
    func filledIn() throws {
        let half = String(repeating: "x", count: HTTPFile.maximumLine / 2)
        let error = try failure("@v = \(half)\nGET http://a/{{v}}{{v}}\n")
        #expect(error.kind == .tooLarge)
        #expect(error.message.utf8.count < 100)
    }
}

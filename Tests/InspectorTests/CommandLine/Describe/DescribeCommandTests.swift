import EngineJSON
import InspectorTestSupport
import RequestFormats
import Testing

@testable import InspectorCommandLine

@Suite("inspector describe", .ownThread)
struct DescribeCommandTests {
    private static func file(_ text: String) -> HTTPFile { HTTPFile(parsing: text, path: "a.http") }

    @Test("a request is called by what it alone has: its name, its title, or its number")
    func selectors() {
        let file = Self.file(
            "### One\nGET http://h\n### Two\n# @name one\nGET http://h\n### Two\n# @name twice\nGET http://h\n### one\n# @name twice\nGET http://h\n### Alone\nGET http://h"
        )
        let described = DescribedFile(file)
        #expect(
            file.requests.map(described.selector)
                == ["a.http#One", "a.http#one", "a.http#3", "a.http#4", "a.http#Alone"])
        for saved in file.requests {
            let name = String(described.selector(of: saved).dropFirst(7))
            #expect((try? file.request(named: name))?.number == saved.number)
        }
    }

    @Test("passwords and tokens of URLs are hidden, references are not")
    func secrets() {
        let file = Self.file(
            "GET http://ann:hunter2@h/a?access_token=s3cr3t&page=1\n###\nGET {{base}}/b?api_key={{key}}&token=s3cr3t"
        )
        let urls = [
            "http://ann:<redacted:1>@h/a?access_token=<redacted:2>&page=1",
            "{{base}}/b?api_key={{key}}&token=<redacted:2>",
        ]
        let requests = DescribeCommand(options: Options()).document([file])["files"]?[0]?["requests"]?.array
        #expect(requests?.map { $0["url"]?.string } == urls)
        #expect(requests?[1]["variables"] == ["base", "key"])
        let lines = DescribeCommand.lines([file], columns: nil).map { Paint(isColored: false)($0) }
        #expect(zip(lines, urls).allSatisfy { $0.hasSuffix($1) } && lines.count == 2)
    }

    @Test("the time grows in proportion to the number of requests")
    func time() {
        let command = DescribeCommand(options: Options())
        let growth = growth(to: 8_000) { count in
            let requests = (0..<count).map { "### Request \($0)\n# @name r\($0)\nGET http://h/\($0)\n\n" }
            _ = command.document([Self.file(requests.joined())])
        }
        #expect(growth < 8)
    }
}

import ClientEngine
import EngineJSON
import Foundation
import RequestFormats
import Testing

@testable import InspectorCommandLine
@testable import InspectorScreen
@testable import InspectorValues

/// Text written for other programs: saved requests, curl lines, clipboard content, messages.
@Suite("Hostile text in files, lines and messages")
struct HostileFileTests {
    private static func request(_ text: String) -> Request {
        var request = Request(
            method: .post, url: "http://a.test/\(text)?q=\(text)", headers: ["X-Sent": text],
            body: .text(text))
        request.name = text
        return request
    }

    @Test("A saved request stays one request: nothing in it becomes another field, file or request")
    func saved() throws {
        for text in HostileCorpus.all {
            let request = Self.request(text)
            let output = HTTPFileWriter.text(for: request)
            let file = HTTPFile(parsing: Array(output.text.utf8), path: "a.http")
            #expect(file.requests.count == 1, "\(text.debugDescription)")
            #expect(file.requests.first?.headers.count ?? 0 <= 1, "\(text.debugDescription)")
            #expect(file.requests.first?.attachments.isEmpty == true, "\(text.debugDescription)")
        }
    }

    @Test("A curl line is one command of a shell, whose words are read as they were written")
    func curlLines() throws {
        for text in HostileCorpus.all {
            let output = CurlWriter.text(for: Self.request(text))
            // No argument can contain a NUL, so such a body comes through a pipe.
            guard !text.utf8.contains(0) else {
                #expect(output.text.hasPrefix("printf '") || !output.warnings.isEmpty)
                continue
            }
            let command = try CurlCommand(line: output.text)
            #expect(command.request.body == .text(text), "\(text.debugDescription)")
            #expect(command.request.url == "http://a.test/\(text)?q=\(text)", "\(text.debugDescription)")
            let isWhole = command.request.headers["X-Sent"].map { Array($0.utf8) == Array(text.utf8) } == true
            #expect(isWhole || !output.warnings.isEmpty || text.hasBlanksAround, "\(text.debugDescription)")
        }
    }

    @Test("What is copied holds no control character but tabs and line ends, and says what was left out")
    func clippings() throws {
        for text in HostileCorpus.all {
            var story = Story()
            let request = Request.get("http://a.test/")
            story.create(1, request, at: 0)
            story.begin(1, at: 0, request)
            let head = ResponseHead(
                status: 200, reason: text, headers: ["Content-Type": "text/plain", "X": text])
            story.add(1, 1, 1, at: 2, .head(head))
            var app = TestApp(width: 100, height: 30)
            app.play(story)
            app.type("g")
            let clipping = try ClipboardItem(.headers, of: #require(app.state.clippingSource))
            let kept = String(decoding: clipping.bytes, as: UTF8.self).unicodeScalars
            #expect(
                !kept.contains {
                    $0.properties.generalCategory == .control && !"\t\n\r".unicodeScalars.contains($0)
                })
            let isCut = text.unicodeScalars.contains {
                $0.properties.generalCategory == .control && !"\t\n\r".unicodeScalars.contains($0)
            }
            #expect(
                clipping.remarks.contains { $0.hasPrefix("Left out: ") } == isCut, "\(text.debugDescription)")
        }
    }

    @Test("Messages, and what curl -v shows, hold no scalar that a terminal obeys or hides")
    func messages() throws {
        for text in HostileCorpus.all {
            for charset in [Charset.utf8, .ascii] {
                let line = StandardStream.complaint(text, in: charset)
                #expect(line.last == "\n" && line.dropLast().hostileScalars == [])
                #expect(charset == .utf8 || line.utf8.allSatisfy { $0 < 0x80 })
            }
            var story = Story()
            let request = Request.get("http://a.test/")
            story.create(1, request, at: 0)
            story.begin(1, at: 0, request)
            story.add(1, 1, 1, at: 1, .requestHead(Array("GET /\(text) HTTP/1.1\r\n\r\n".utf8)))
            let head = ResponseHead(
                status: 200, reason: text, headers: [:], wireBytes: Array("HTTP/1.1 200 \(text)\r\n\r\n".utf8)
            )
            story.add(1, 1, 1, at: 2, .head(head))
            var error = ClientError(.tls, .tls, text, hint: text)
            error.curlMessage = text
            story.fail(1, at: 4, error)
            var tasks = Tasks()
            for event in story.events { _ = tasks.apply(event) }
            let answer = CurlAnswer(record: tasks.records[0], switches: [.verbose])
            #expect(answer.trace.split(separator: "\n").allSatisfy { $0.hostileScalars == [] })
            #expect(!answer.messages.isEmpty)
        }
    }

    @Test("A body that curl prints to a terminal holds none either, however it is cut")
    func bodies() {
        for text in HostileCorpus.all {
            let bytes = Array(text.utf8)
            for cut in [0, bytes.count / 3, bytes.count / 2, bytes.count] {
                var lines = TerminalLines(charset: .utf8)
                let shown = lines.text(for: Array(bytes[..<cut])) + lines.text(for: Array(bytes[cut...]))
                let all = shown + lines.finish()
                #expect(
                    all.split(separator: "\n").allSatisfy { $0.hostileScalars == [] },
                    "\(text.debugDescription)")
            }
        }
    }
}

extension String {
    fileprivate var hasBlanksAround: Bool {
        first.map { $0.isWhitespace } == true || last.map { $0.isWhitespace } == true
    }
}

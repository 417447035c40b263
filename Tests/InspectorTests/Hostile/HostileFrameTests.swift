import ClientEngine
import Foundation
import InspectorCanvas
import InspectorTestSupport
import Testing

@testable import Inspector
@testable import InspectorScreen
@testable import InspectorValues

@Suite("Hostile text in frames", .ownThread)
struct HostileFrameTests {
    /// The keys that open every page, the overlays, the saved tree and the mocks.
    static let keys = ["", "g1", "g2", "g3", "g4", "g5", "g6", "M", "o", "n", "a", "gm", "<tab>", "/"]

    @Test("No scalar that a terminal obeys or hides is in any frame", arguments: 0..<8)
    func frames(part: Int) throws {
        for (number, text) in HostileCorpus.all.enumerated() where number % 8 == part {
            let shown = try Self.app(showing: text)
            // Known attacks appear on every page, mixtures on every eighth one.
            let isKnown = number < HostileCorpus.known.count
            for (page, keys) in Self.keys.enumerated() where isKnown || (page + number / 8) % 8 == 0 {
                var app = shown
                app.type(keys)
                let frame = app.frame
                for row in 0..<frame.size.height {
                    let hostile = frame.text(row: row).hostileScalars
                    #expect(hostile == [], "\(keys), row \(row), \(text.debugDescription)")
                }
            }
        }
    }

    @Test("A cell holds at most two marks, however many come")
    func combining() {
        let text = DisplayText(untrusted: "e" + String(repeating: "\u{301}", count: 10_000))
        #expect(text.width == 1)
        #expect(text.string.unicodeScalars.count <= 3)
    }

    @Test("Nothing in a copied text can end the sequence that copies it")
    func clipboard() {
        for text in HostileCorpus.all {
            let sequence = Terminal.clipboardSequence(Array(text.utf8))
            #expect(sequence.hasPrefix("\u{1B}]52;c;"))
            #expect(sequence.dropFirst(7).dropLast().hostileScalars == [])
            #expect(sequence.last == "\u{7}")
        }
    }

    /// Returns a screen with the text as a title, a name, an address, a header, a body, an error and a file.
    private static func app(showing text: String) throws -> TestApp {
        var story = Story()
        var request = Request(url: "http://a.test/\(text)?\(text)", headers: ["X-Sent": text])
        request.name = text
        request.body = .text(text)
        story.create(1, request, at: 0, from: Provenance(.saved, file: text, line: 1))
        var plain = Request.get("http://a.test/")
        plain.body = .text(text)
        story.begin(1, at: 0, plain, mock: MockReference(id: text, name: text))
        story.add(1, 1, 1, at: 1, .connected(connection(text)))
        story.add(
            1, 1, 1, at: 1, .requestHead(Array("GET /\(text) HTTP/1.1\r\nX-Sent: \(text)\r\n\r\n".utf8)))
        let headers: Headers = ["Content-Type": "text/plain; charset=\(text)", text: text]
        let head = ResponseHead(status: 299, reason: text, httpVersion: text, headers: headers)
        story.add(1, 1, 1, at: 2, .head(head))
        story.add(1, 1, 1, at: 3, .received(Array(text.utf8 + [0xFF, 0x9B, 0xC2] + "\n\(text)".utf8)))
        var error = ClientError(.protocolViolation, .receive, text, hint: text)
        error.curlMessage = text
        story.fail(1, at: 4, error)
        var app = TestApp(width: 100, height: 30)
        app.open([
            SavedFile.file(
                ["\(text).http"], [("GET", text, text)], problems: [.init(line: 1, message: text)])
        ])
        let mock = Mock(
            id: text, name: text, match: .init(address: .path(text)),
            answers: [
                .init(.response(Mock.Reply(reason: text, headers: ["X": text], body: .text(text))))
            ])
        app.send(.mock(.list([.init(mock: mock, hits: 1, lastHit: nil, isSpent: false)], isOn: true)))
        app.send(.notice(.error(text, hint: text)))
        app.play(story)
        return app
    }

    private static func connection(_ text: String) -> ConnectionRecord {
        var connection = ConnectionRecord(id: 1, isReused: false, remote: (text, 1), local: (text, 2))
        connection.proxy = text
        var tls = ConnectionRecord.TLS(version: text, cipher: text)
        tls.applicationProtocol = text
        tls.certificates = [.init(subject: text, issuer: text, names: [text])]
        connection.tls = tls
        return connection
    }
}

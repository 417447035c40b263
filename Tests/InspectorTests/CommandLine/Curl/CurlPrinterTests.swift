import ClientEngine
import Foundation
import InspectorSandbox
import InspectorTestSupport
import RequestFormats
import Testing

@testable import InspectorCommandLine
@testable import InspectorWorkspace

@Suite("What inspector curl prints, and when", .ownThread, .timeLimit(.minutes(1)))
struct CurlPrinterTests {
    /// The exchanges of a task, each with a status, fields, and pieces of its body.
    private struct Telling {
        var printer: CurlPrinter
        private var attempt = 0
        private var exchange = 0

        init(_ switches: Set<CurlCommand.Switch> = [], attempts: Int = 1, follows: Bool = false) {
            let request = Request.get("http://h/x").with { $0.followsRedirects = follows }
            printer = CurlPrinter(request, switches: switches)
            let origin = TaskOrigin(
                request: request, attemptsAllowed: attempts, date: Date(timeIntervalSince1970: 0))
            _ = tell(.taskCreated(origin))
        }

        /// Returns the output for an event.
        mutating func tell(_ what: Event.Kind) -> String {
            if case .attemptStarted = what { (attempt, exchange) = (attempt + 1, 0) }
            if case .exchangeStarted = what { exchange += 1 }
            let event = Event(
                task: 1, attempt: attempt, exchange: exchange, at: Instant(nanoseconds: 0), what)
            return String(decoding: printer.bytes(for: event), as: UTF8.self)
        }

        mutating func attempt(_ status: StatusCode, _ headers: Headers = [:], body: String...) throws
            -> [String]
        {
            _ = tell(.attemptStarted(reason: nil, waited: nil))
            return try answer(status, headers, body)
        }

        mutating func answer(_ status: StatusCode, _ headers: Headers = [:], _ body: [String]) throws
            -> [String]
        {
            let url = try RequestURL(parsing: "http://h/x")
            _ = tell(.exchangeStarted(ExchangeStart(method: .get, url: url)))
            let head = ResponseHead(
                status: status, reason: "R", headers: headers, wireBytes: Array("HEAD \(status)\n".utf8))
            return [tell(.head(head))] + body.map { tell(.received(Array($0.utf8))) }
        }

        mutating func end(_ retry: RetryPlan? = nil) -> String {
            tell(.attemptEnded(.response(status: 200), retry: retry))
        }
    }

    private static let plan = RetryPlan(
        reason: .status(503), delay: .zero, until: Instant(nanoseconds: 0), explanation: "")

    @Test("each piece of a body is printed as it arrives")
    func pieces() throws {
        var telling = Telling()
        #expect(try telling.attempt(200, body: "a", "b") == ["", "a", "b"])
        #expect(telling.end() == "")
        var failing = Telling()
        #expect(try failing.attempt(503, body: "why") == ["", "why"])
    }

    @Test("-i prints heads as they come, those of redirects too; bodies of redirects are left out")
    func heads() throws {
        var telling = Telling([.includesHead], follows: true)
        #expect(try telling.attempt(302, ["Location": "/y"], body: "moved") == ["HEAD 302\n", ""])
        #expect(try telling.answer(200, [:], ["body"]) == ["HEAD 200\n", "body"])
        var kept = Telling()
        #expect(try kept.attempt(302, ["Location": "/y"], body: "moved") == ["", "moved"])
    }

    @Test("-f leaves the body of a failure out")
    func refused() throws {
        var telling = Telling([.failsOnErrorStatus])
        #expect(try telling.attempt(404, body: "page") == ["", ""])
        #expect(telling.end() == "")
    }

    @Test("what may be tried again is held until the last attempt is over")
    func retried() throws {
        var telling = Telling([.includesHead], attempts: 3)
        #expect(try telling.attempt(503, body: "first") == ["", ""])
        #expect(telling.end(Self.plan) == "")
        #expect(try telling.attempt(200, body: "second") == ["", ""])
        #expect(telling.end() == "HEAD 200\nsecond")
    }

    @Test("the body of a 401 waits to see whether another exchange follows")
    func challenged() throws {
        var telling = Telling()
        #expect(try telling.attempt(401, body: "who?") == ["", ""])
        #expect(try telling.answer(200, [:], ["you"]) == ["", "you"])
        #expect(telling.end() == "")
        var last = Telling()
        #expect(try last.attempt(401, body: "who?") == ["", ""])
        #expect(last.end() == "who?")
    }

    @Test("pieces become lines of a terminal, however they are cut")
    func terminal() {
        let text = "plain\r\nläng 漢字 👩\u{1B}[2J end\r\rx\n\nlast\u{9B}"
        let bytes = Array(text.utf8)
        var whole = TerminalLines(charset: .utf8)
        let expected = whole.text(for: bytes) + whole.finish()
        #expect(expected == "plain\nläng 漢字 👩^[[2J end^M^Mx\n\nlast<9B>\n")
        for cut in 0...bytes.count {
            var lines = TerminalLines(charset: .utf8)
            let shown = lines.text(for: Array(bytes[..<cut])) + lines.text(for: Array(bytes[cut...]))
            #expect(shown + lines.finish() == expected, "cut at \(cut)")
        }
        var single = TerminalLines(charset: .utf8)
        let shown = bytes.map { single.text(for: [$0]) }.joined()
        #expect(shown + single.finish() == expected)
        var half = TerminalLines(charset: .utf8)
        #expect(half.text(for: [0xE6, 0xBC]) + half.finish() == "\u{FFFD}\n")
    }

    @Test("in a locale without UTF-8 no byte beyond ASCII reaches the terminal")
    func ascii() {
        var lines = TerminalLines(charset: .ascii)
        let text = "\u{6DB}31m \u{75D}0;PWNED\u{71C} läng — 👩\n"
        #expect(
            lines.text(for: Array(text.utf8))
                == "<U+06DB>31m <U+075D>0;PWNED<U+071C> l<U+00E4>ng - <U+1F469>\n")
    }

    @Test("a body beyond every limit passes, its record stays empty, and so does the memory")
    func large() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let client = Client(baseURL: server.url) { $0.limits.collectedBody = 1 << 20 }
        let request = Request.get("/bytes/30000000").with { $0.discardsBody = true }
        let prepared = OutgoingRequest(request: request, provenance: Provenance(.curl))
        var printer = CurlPrinter(request, switches: [])
        var printed = 0
        let (record, signal) = try CurlFetch(client: client, prepared: prepared).run { event in
            printed += printer.bytes(for: event).count
        }
        #expect(printed == 30_000_000)
        #expect(signal == nil && record.state.name == .succeeded)
        #expect(record.lastExchange?.bodyReceived == 30_000_000)
        #expect(record.lastExchange?.body.isEmpty == true)
    }

    @Test("what came before a failure is printed, and the task fails all the same")
    func partial() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        for (path, isPrinted) in [("/bad/B01", true), ("/bad/B05", true), ("/bad/E02?variant=half", true)] {
            let request = Request.get(server.url + path).with { $0.discardsBody = true }
            let prepared = OutgoingRequest(request: request, provenance: Provenance(.curl))
            var printer = CurlPrinter(request, switches: [])
            var printed: [UInt8] = []
            let (record, _) = try CurlFetch(client: Client(), prepared: prepared).run { event in
                printed += printer.bytes(for: event)
            }
            #expect(record.error?.label == "truncated/receive")
            #expect(!printed.isEmpty == isPrinted, "\(path)")
        }
    }

    @Test("a coded body is printed decoded, while it arrives")
    func coded() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        for path in ["/gzip", "/br", "/zstd", "/deflate"] {
            let request = Request.get(server.url + path).with { $0.discardsBody = true }
            var printer = CurlPrinter(request, switches: [])
            var printed: [UInt8] = []
            let prepared = OutgoingRequest(request: request, provenance: Provenance(.curl))
            let (record, _) = try CurlFetch(client: Client(), prepared: prepared).run { event in
                printed += printer.bytes(for: event)
            }
            #expect(record.state.name == .succeeded)
            #expect(
                String(decoding: printed, as: UTF8.self).hasSuffix(
                    "line 40 of 40, sent in \(path.dropFirst())\n"))
        }
    }

    @Test("an output that nobody takes ends the task")
    func refusedOutput() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let request = Request.get(server.url + "/bad/B23").with { $0.discardsBody = true }
        let prepared = OutgoingRequest(request: request, provenance: Provenance(.curl))
        let error = #expect(throws: FileError.self) {
            try CurlFetch(client: Client(), prepared: prepared).run { (event) throws(FileError) in
                if case .received = event.kind { throw FileError("standard output", errno: EPIPE) }
            }
        }
        #expect(error?.reason == "Broken pipe")
    }
}

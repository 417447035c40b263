import Foundation
import InspectorTestSupport
import Testing

@Suite("Watching tasks in the terminal", .ownThread, .serialized)
struct WatchingTests {
    @Test("a task that is given up keeps its last response")
    func givingUp() throws {
        let session = try InspectorSession.demo()
        try session.sendSaved("Never succ")
        try session.see("retry in")
        try session.press("X")
        try session.seeNoMore("1 waiting")
        try session.press("2")
        try session.see("503 Service Unavailable")
        #expect(!session.screen.text.contains("retry in"))
        #expect(try session.quit() == .status(0))
    }

    @Test("one key cancels all that is live")
    func cancellingAll() throws {
        let session = try InspectorSession.demo()
        for count in 1...3 {
            try session.sendSaved("until you")
            try session.see("\(count) live")
        }
        try session.press("C")
        try session.seeNoMore(" live")
        #expect(session.screen.lines.count { $0.contains("cancelled") && $0.contains("/hang") } == 3)
        #expect(try session.quit() == .status(0))
    }

    @Test("sending again adds a row, and deleting takes only one away")
    func resending() throws {
        let session = try InspectorSession.demo()
        try session.sendSaved("Hello")
        try session.see("1 GET")
        try session.press("r")
        try session.see("2 GET")
        try session.wait(for: "two rows") {
            $0.lines.count { $0.contains("/hello") && $0.contains("200") } == 2
        }
        // A status appears before its task ends, and a live task cannot be deleted.
        try session.seeNoMore("1 live")
        try session.press("D")
        try session.wait(for: "one row") {
            $0.lines.count { $0.contains("/hello") && $0.contains("200") } == 1
        }
        try session.press("D")
        try session.see("Nothing has been sent yet")
        #expect(try session.quit() == .status(0))
    }

    @Test(
        "a failure says what happened, and in which phase",
        arguments: [
            ("Timeout after", "timeout/wait"), ("Connection refused", "connect/connect"),
            ("Unknown host", "resolve/dns"),
            ("Not HTTP", "protocol/"), ("Connection reset", "connectionLost/"),
            ("Truncated", "truncated/"),
            ("plain HTTP", "tls/tls"),
        ])
    func failing(request: String, label: String) throws {
        let session = try InspectorSession.demo()
        try session.sendSaved(request)
        try session.see(label)
        #expect(try session.quit() == .status(0))
    }

    @Test("the list follows the newest task until somebody looks at another one")
    func following() throws {
        let session = try InspectorSession.demo()
        try session.sendSaved("Hello")
        try session.sendSaved("JSON")
        try session.see("following")
        try session.press("g")
        try session.seeNoMore("following")
        try session.see("── 1 GET /hello")
        try session.press("F")
        try session.see("── 2 GET /json")
        try session.see("following")
        try session.press("\u{1B}[<0;12;5M")
        try session.see("── 1 GET /hello")
        #expect(try session.quit() == .status(0))
    }

    @Test("every page of a task opens by its number, and a pane can have the whole screen")
    func pages() throws {
        let session = try InspectorSession.demo()
        try session.sendSaved("Three redirects")
        try session.see("3 redirects")
        let pages = [
            ("2", "Hello, world!"), ("3", "302 Found"), ("4", "GET /redirect/3 HTTP/1.1"),
            ("5", "No mock answered"),
            ("6", "127.0.0.1"), ("1", "3 redirects"),
        ]
        for (key, text) in pages {
            try session.press(key)
            try session.see("[\(key) ")
            try session.see(text)
        }
        try session.press("\t")
        try session.press("z")
        try session.seeNoMore("── TASKS")
        try session.press("z")
        try session.see("── TASKS")
        #expect(try session.quit() == .status(0))
    }

    @Test("a body grows on the screen while it arrives")
    func arriving() throws {
        let session = try InspectorSession.demo()
        try session.sendSaved("20 lines")
        try session.press("2")
        try session.wait(for: "the first line while others are to come") {
            $0.text.contains("\"line\":1,") && $0.text.contains("1 live")
        }
        try session.seeNoMore("1 live")
        #expect(try session.quit() == .status(0))
    }

    @Test("a line of curl opens the screen with its request sent")
    func curl() throws {
        let session = try InspectorSession(["curl", "--tui", "--", "http://127.0.0.1:1/from/curl"])
        try session.see("── 1 GET /from/curl")
        try session.see("refused")
        #expect(try session.quit() == .status(0))
    }
}

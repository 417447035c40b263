import Foundation
import InspectorTestSupport
import Testing

@Suite("Working in the terminal", .ownThread, .serialized)
struct WorkingTests {
    @Test("the demo says what to do first")
    func firstFrame() throws {
        let session = try InspectorSession.demo()
        #expect(session.screen.lines[0].contains("demo · local"))
        #expect(session.screen.lines[23].contains("? help"))
        #expect(session.screen.isAlternate)
        #expect(try session.quit() == .status(0))
        #expect(session.isTerminalRestored)
        #expect(session.screen.foreign == [])
    }

    @Test("a folder opens with its requests in view where there is room")
    func folder() throws {
        let folder = try TemporaryFolder()
        try folder.write("### First of all\nGET http://127.0.0.1:1/\n", to: "some.http")
        let session = try InspectorSession([folder.path], columns: 120, rows: 30)
        try session.see("First of all")
        try session.press("\r")
        try session.see("refused")
        #expect(try session.quit() == .status(0))
    }

    @Test("a flaky request is watched failing, waiting and succeeding")
    func flaky() throws {
        let session = try InspectorSession.demo()
        try session.sendSaved("flaky")
        try session.see("retry in")
        try session.see("1 waiting")
        for attempt in 2...4 {
            try session.press("R")
            try session.see("\(attempt)/5")
        }
        try session.see("4 200 OK")
        #expect(!session.screen.text.contains("waiting   "))
        #expect(try session.quit() == .status(0))
    }

    @Test("a hanging request is cancelled, and is no error")
    func cancelling() throws {
        let session = try InspectorSession.demo()
        try session.sendSaved("until you")
        try session.see("waiting for the first byte:")
        try session.press("c")
        try session.see("cancelled while waiting for the first byte")
        try session.seeNoMore("1 live")
        #expect(try session.quit() == .status(0))
    }

    @Test("quitting asks while tasks are live, and no means no")
    func quitting() throws {
        let session = try InspectorSession.demo()
        try session.sendSaved("until you")
        try session.see("1 live")
        try session.press("q")
        try session.see("1 task is still live")
        try session.press("n")
        try session.seeNoMore("still live")
        try session.press("q")
        try session.see("still live")
        try session.press("y")
        #expect(try session.waitForExit() == .status(0))
        #expect(session.isTerminalRestored)
    }

    @Test("what was sent is edited in $EDITOR and sent")
    func editing() throws {
        let folder = try TemporaryFolder()
        let editor = try folder.write(
            "#!/bin/sh\necho EDITOR HERE\nsed -i 's|/hello|/status/418|' \"$1\"\n", to: "editor",
            isProgram: true)
        let session = try InspectorSession.demo(environment: ["EDITOR": editor])
        try session.sendSaved("hello")
        try session.see("200 ")
        try session.press("e")
        try session.see("── REQUEST")
        try session.press("E")
        try session.see("/status/418")
        try session.press("\r")
        try session.wait(for: "the answer") { screen in
            screen.lines.contains { $0.contains("/status/418") && $0.contains(" 418 ") }
        }
        #expect(String(decoding: session.terminal.transcript, as: UTF8.self).contains("EDITOR HERE"))
        #expect(session.screen.isAlternate)
        #expect(try session.quit() == .status(0))
    }

    @Test("an editor that is not there is named, and the screen comes back")
    func missingEditor() throws {
        let session = try InspectorSession.demo(environment: ["EDITOR": "/nowhere/editor"])
        try session.press("n")
        try session.see("── NEW REQUEST")
        try session.press("\u{1B}")
        try session.see("Enter send")
        try session.press("E")
        try session.see("/nowhere/editor cannot be started")
        #expect(try session.quit() == .status(0))
    }

    @Test("help, palette and environments open and close")
    func overlays() throws {
        let session = try InspectorSession.demo()
        try session.press("?")
        try session.see("── KEYS")
        try session.press("\u{1B}")
        try session.seeNoMore("── KEYS")
        try session.press(":")
        try session.see("── ACTIONS")
        try session.press("environment")
        try session.see("choose the environment")
        try session.press("\r")
        try session.see("── ENVIRONMENT")
        try session.press("k\r")
        try session.see("demo · broken")
        #expect(try session.quit() == .status(0))
    }

    @Test("typing in the finder types, whatever the letters do elsewhere")
    func fields() throws {
        let session = try InspectorSession.demo()
        try session.press("oqcCX?:!")
        try session.see("/qcCX?:!")
        try session.press("\u{3}")
        try session.see("SAVED")
        try session.press("\u{3}")
        #expect(try session.waitForExit() == .status(0))
    }
}

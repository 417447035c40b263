import Foundation
import Testing

@Suite("Idling", .serialized)
struct QuietTests {
    @Test("with nothing live nothing is written and no time is used")
    func idle() throws {
        let session = try InspectorSession.demo()
        try session.sendSaved("hello")
        try session.see("200 ")
        try session.terminal.waitForQuiet(of: .milliseconds(300))
        let before = try #require(ProcessFigures(of: session.terminal.process))
        #expect(session.terminal.countBytes(for: .seconds(1)) == 0)
        let after = try #require(ProcessFigures(of: session.terminal.process))
        #expect(after.ticks - before.ticks <= 1)
    }

    @Test("a key that changes nothing writes nothing")
    func deadKey() throws {
        let session = try InspectorSession.demo()
        try session.terminal.waitForQuiet(of: .milliseconds(300))
        try session.press("\u{1B}[99~")
        #expect(session.terminal.countBytes(for: .milliseconds(300)) == 0)
    }
}

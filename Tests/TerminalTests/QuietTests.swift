import Foundation
import InspectorTestSupport
import Testing

@Suite("Idling", .ownThread, .serialized)
struct QuietTests {
    @Test("with nothing live nothing is written and no time is used")
    func idle() throws {
        let session = try InspectorSession.demo()
        try session.sendSaved("hello")
        try session.see("200 ")
        // On a busy machine, drawing is delayed, but not endlessly.
        try session.terminal.wait(for: "a second in which nothing is written and no time is used") {
            let before = ProcessFigures(of: session.terminal.process)
            let bytes = session.terminal.countBytes(for: .seconds(1))
            guard let before, let after = ProcessFigures(of: session.terminal.process) else { return false }
            return bytes == 0 && after.ticks - before.ticks <= 1
        }
    }

    @Test("a key that changes nothing writes nothing")
    func deadKey() throws {
        let session = try InspectorSession.demo()
        try session.terminal.waitForQuiet(of: .seconds(1))
        try session.press("\u{1B}[99~")
        #expect(session.terminal.countBytes(for: .milliseconds(300)) == 0)
    }
}

import Foundation
import InspectorTestSupport
import Testing

@Suite("Clicks", .ownThread, .serialized)
struct ClickingTests {
    @Test("work where things look as if they could be clicked")
    func clicks() throws {
        let session = try InspectorSession.demo(columns: 120, rows: 34)
        try session.click("Enter send")
        try session.see("200 OK")
        try session.click("3 Headers")
        try session.see("[3 Headers]")
        try session.click("MOCKS 1")
        try session.see("── MOCKS")
        try session.click("Esc back")
        try session.seeNoMore("── MOCKS")
        try session.click("TOTAL")
        try session.see("sorted by total time")
        try session.click("▾ 1-start.http")
        try session.see("▹ 1-start.http")
        try session.click("? help")
        try session.see("── KEYS")
        try session.click("/ search  Esc")
        try session.press("quit")
        try session.see("back; in the list quit")
        #expect(try session.quitFromHelp() == .status(0))
    }
}

extension InspectorSession {
    /// Clicks on the first occurrence of a text with the left button.
    func click(_ text: String) throws {
        try see(text)
        let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let row = lines.firstIndex(where: { $0.contains(text) }),
            let range = lines[row].range(of: text)
        else { throw PseudoTerminal.Failure(description: "\(text) is gone:\n\(screen.text)") }
        let column = lines[row].distance(from: lines[row].startIndex, to: range.lowerBound)
        try press("\u{1B}[<0;\(column + 2);\(row + 1)M\u{1B}[<0;\(column + 2);\(row + 1)m")
    }

    fileprivate func quitFromHelp() throws -> PseudoTerminal.Exit {
        try press("\u{3}\u{3}\u{3}")
        return try waitForExit()
    }
}

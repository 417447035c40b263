import ClientEngine
import EngineSupport
import Foundation
import InspectorTestSupport
import Testing

@testable import Inspector
@testable import InspectorValues
@testable import InspectorWorkspace

@Suite("Saving at the same instant", .ownThread)
struct SavingTogetherTests {
    @Test("no edit is lost that was said to be saved")
    func together() throws {
        let scratch = try ScratchFolder()
        let count = 8
        let filler = String(repeating: "# filler\n", count: 500)
        let blocks = (1...count).map { "### r\($0)\nGET http://h/\($0)\n\(filler)" }
        let path = try scratch.write(blocks.joined(separator: "\n"), to: "a.http")
        let workspace = Workspace(paths: [scratch.path])
        let drafts = try (1...count).map { number in
            try workspace.draft(of: SavedEntry.Reference(file: path, number: number, line: 1))
        }
        let saved = Locked<[Int]>([])
        let others = Locked<[String]>([])
        DispatchQueue.concurrentPerform(iterations: count) { index in
            guard let origin = drafts[index].origin else { return }
            let block = "### r\(index + 1)\nGET http://h/new\(index + 1)\n"
            do {
                switch try workspace.save(block, at: .into(origin)) {
                case .saved, .merged: saved.withLock { $0.append(index + 1) }
                case .conflict: others.withLock { $0.append("conflict") }
                }
            } catch {
                others.withLock { $0.append("\(error)") }
            }
        }
        // On a busy machine, a writer may time out waiting for the lock, and gets an error.
        #expect(others.withLock { $0 }.allSatisfy { $0.contains("is being written to") })
        #expect(!saved.withLock { $0 }.isEmpty)
        let text = try scratch.read("a.http")
        for number in saved.withLock({ $0 }) { #expect(text.contains("GET http://h/new\(number)\n")) }
    }

    @Test("where somebody keeps the folder for himself, that is said in the end")
    func busy() throws {
        let scratch = try ScratchFolder()
        let held = open(scratch.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        #expect(flock(held, LOCK_EX) == 0)
        #expect(throws: FileError.self) { _ = try FolderLock(scratch.path) }
        close(held)
        _ = try FolderLock(scratch.path)
    }
}

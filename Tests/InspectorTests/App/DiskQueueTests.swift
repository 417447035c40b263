import ClientEngine
import Dispatch
import EngineSupport
import Foundation
import InspectorTestSupport
import Testing

@testable import Inspector
@testable import InspectorScreen

@Suite("The queue of the disk", .ownThread, .timeLimit(.minutes(1)))
struct DiskQueueTests {
    /// A clock that tests advance.
    private final class Clock: TimeSource {
        private let time = Locked(Instant(nanoseconds: 0))
        func now() -> Instant { time.withLock { $0 } }
        func date() -> Date { Date(timeIntervalSince1970: 0) }
        func advance(by duration: Duration) { time.withLock { $0 = $0 + duration } }
    }

    private let clock = Clock()
    private let said = Mailbox<[String]>()
    private let disk: DiskQueue
    /// Blocks the disk queue until it is signalled.
    private let gate = DispatchSemaphore(value: 0)
    private let begun = DispatchSemaphore(value: 0)

    init() {
        disk = DiskQueue(time: clock) { [said] answer, heldKeys in
            guard case .messages(let messages) = answer else { return }
            for case .notice(let notice) in messages {
                said.append(notice.text + (heldKeys ? ", held keys" : ""))
            }
        }
    }

    private func hang(_ title: String = "reading a.http", isWriting: Bool = false) {
        let work: @Sendable () -> DiskQueue.Answer = { [gate, begun] in
            begun.signal()
            gate.wait(for: "the disk")
            return .messages([.notice(.information(title))])
        }
        if isWriting { disk.write(title) { work() } } else { disk.read(title) { work() } }
        begun.wait(for: "the disk's thread")
    }

    private func read(_ text: String, _ kind: DiskQueue.Kind? = nil) {
        disk.read("reading \(text)", kind) { .messages([.notice(.information(text))]) }
    }

    private func write(_ text: String, _ kind: DiskQueue.Kind? = nil) {
        disk.write("saving \(text)", kind) { .messages([.notice(.information(text))]) }
    }

    @Test("all is done in its order, and of what may wait once the last counts")
    func order() {
        hang()
        write("draft 1", .draft)
        write("save")
        read("preview 1", .preview)
        write("draft 2", .draft)
        read("send")
        read("preview 2", .preview)
        #expect(said.drain(withinMilliseconds: 0) == [], "nobody waits for the disk")
        gate.signal()
        #expect(disk.settle(within: patience))
        #expect(said.drain() == ["reading a.http", "save", "draft 2", "send", "preview 2"])
    }

    @Test("what is waited for is told, and since when")
    func current() {
        #expect(disk.current == nil)
        clock.advance(by: .seconds(3))
        hang()
        clock.advance(by: .seconds(2))
        #expect(disk.current?.title == "reading a.http")
        #expect(disk.current.map { clock.now() - $0.since } == .seconds(2))
        gate.signal()
        #expect(disk.settle(within: patience))
        #expect(disk.current == nil)
    }

    @Test("what was asked for is waited for before the disk's thread has come to it")
    func asked() {
        let disk = DiskQueue(time: clock) { [begun, gate] _, _ in
            begun.signal()
            gate.wait(for: "the report")
        }
        disk.read("reading a.http") { .messages([]) }
        begun.wait(for: "the disk's thread")
        #expect(disk.current == nil)
        disk.read("reading b.http") { .messages([]) }
        clock.advance(by: .seconds(1))
        #expect(disk.current?.title == "reading b.http")
        #expect(disk.current.map { clock.now() - $0.since } == .seconds(1))
        gate.signal()
        begun.wait(for: "the second report")
        gate.signal()
        #expect(disk.settle(within: patience))
    }

    @Test("keys are held until the answer has been taken")
    func keys() {
        hang()
        #expect(!disk.holdsKeys)
        read("question", .question)
        #expect(disk.holdsKeys)
        gate.signal()
        #expect(disk.settle(within: patience))
        #expect(said.drain().last == "question, held keys")
        #expect(disk.holdsKeys, "the answer is not taken yet")
        disk.releaseKeys()
        #expect(!disk.holdsKeys)
    }

    @Test("the end does not wait for what is only read")
    func readers() {
        hang()
        read("b.http")
        #expect(disk.finish(within: patience) == [])
        gate.signal()
        #expect(disk.settle(within: patience))
        #expect(said.drain() == ["reading a.http"])
    }

    @Test("the end waits for what is written, and for what that leads to")
    func writers() {
        disk.write("saving a.http") { [self] in
            write("mocks")
            return .messages([.notice(.information("a"))])
        }
        #expect(disk.finish(within: patience) == [])
        #expect(said.drain() == ["a", "mocks"])
    }

    @Test("the end does not wait for ever, and says what is not written")
    func dead() {
        hang("saving a.http", isWriting: true)
        read("b.http")
        write("c.http")
        #expect(disk.finish(within: .milliseconds(1)) == ["saving a.http", "saving c.http"])
        gate.signal()
        #expect(disk.finish(within: patience) == [])
    }
}

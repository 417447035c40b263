import ClientEngine
import EngineSupport
import Glibc
import InspectorValues
import Testing

@Suite("A mailbox", .timeLimit(.minutes(1)))
struct MailboxTests {
    @Test("What many threads put in comes out once, in each thread's order")
    func manyThreads() async {
        let mailbox = Mailbox<[Event]>()
        await withTaskGroup(of: Void.self) { group in
            for task in 1...8 {
                group.addTask {
                    for time in 0..<200 {
                        mailbox.append(Event(task: task, at: Instant(nanoseconds: Int64(time)), .processing))
                    }
                }
            }
        }
        let events = mailbox.drain()
        #expect(events.count == 1_600)
        for task in 1...8 {
            let times = events.filter { $0.task == task }.map(\.at)
            #expect(times == times.sorted())
        }
        #expect(mailbox.drain(withinMilliseconds: 0).isEmpty)
    }

    @Test("A reader that waits for other things, too, is woken once per burst")
    func pipe() throws {
        let pipe = try #require(WakePipe())
        let mailbox = Mailbox([Int](), waking: pipe)
        for burst in 1...2 {
            mailbox.append(burst)
            mailbox.append(burst)
            var bytes: [UInt8] = [0, 0]
            #expect(read(pipe.reader, &bytes, 2) == 1)
            #expect(mailbox.drain() == [burst, burst])
        }
    }

    @Test("A reader that has read needs no further wake, and may let go of the mailbox")
    func lettingGo() async throws {
        let pipe = try #require(WakePipe())
        let wasWoken = await withCheckedContinuation { continuation in
            DetachedThread.start {
                let wakes = (1...500).map { turn in
                    let mailbox = Mailbox([Int](), waking: pipe)
                    DetachedThread.start { [mailbox] in mailbox.append(turn) }
                    var byte: UInt8 = 0
                    return mailbox.drain(withinMilliseconds: 10_000) == [turn]
                        && read(pipe.reader, &byte, 1) == 1
                }
                continuation.resume(returning: wakes)
            }
        }
        #expect(!wasWoken.contains(false))
    }
}

import EngineSupport
import Glibc
import Testing

@Suite("A mailbox", .timeLimit(.minutes(1)))
struct MailboxTests {
    @Test("What many threads put in comes out once, in each thread's order")
    func manyThreads() async {
        let mailbox = Mailbox<[(thread: Int, number: Int)]>()
        await withTaskGroup(of: Void.self) { group in
            for thread in 1...8 {
                group.addTask {
                    for number in 0..<200 { mailbox.append((thread, number)) }
                }
            }
        }
        let all = mailbox.drain()
        #expect(all.count == 1_600)
        for thread in 1...8 {
            #expect(all.filter { $0.thread == thread }.map(\.number) == Array(0..<200))
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

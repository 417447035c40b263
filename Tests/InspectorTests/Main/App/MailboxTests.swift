import ClientEngine
import Testing

@testable import Inspector

@Suite("The mailbox of the main thread")
struct MailboxTests {
    @Test("What many threads put in comes out once, in each thread's order")
    func manyThreads() async throws {
        let mailbox = Mailbox(waking: try #require(WakePipe()))
        await withTaskGroup(of: Void.self) { group in
            for task in 1...8 {
                group.addTask {
                    for time in 0..<200 {
                        mailbox.append([Event(task: task, at: Instant(nanoseconds: Int64(time)), .processing)]
                        )
                    }
                }
            }
        }
        let events = mailbox.drain().events
        #expect(events.count == 1_600)
        for task in 1...8 {
            let times = events.filter { $0.task == task }.map(\.at)
            #expect(times == times.sorted())
        }
        #expect(mailbox.drain().events.isEmpty)
    }
}

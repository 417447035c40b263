import Testing

@testable import ClientEngine

@Suite("Activity", .timeLimit(.minutes(1)))
struct ActivityTests {
    @Test("counts what has begun and not ended")
    func counts() async {
        let activity = Activity(addingTo: nil)
        var counts = activity.counts.makeAsyncIterator()
        #expect(await counts.next() == 0)
        activity.begin()
        #expect(await counts.next() == 1)
        activity.begin()
        activity.begin()
        #expect(await counts.next() == 3)
        activity.end()
        #expect(await counts.next() == 2)
        #expect(activity.count == 2)
    }

    @Test("adds up the clients, and forgets one that is gone")
    func sum() async {
        let all = Activity(addingTo: nil)
        let first = Activity(addingTo: all)
        var second: Activity? = Activity(addingTo: all)
        first.begin()
        second?.begin()
        second?.begin()
        #expect(all.count == 3)
        let last = second?.counts
        second = nil
        #expect(all.count == 1)
        first.end()
        #expect(all.count == 0)
        // Observers of a released client receive the end of the stream.
        var seen: [Int] = []
        if let last { for await count in last { seen.append(count) } }
        #expect(seen == [2])
    }

    @Test("tells those who begin to watch while it counts", arguments: 1...100)
    func watching(_: Int) async {
        let activity = Activity(addingTo: nil)
        async let counted: Void = activity.begin()
        async let newest = activity.counts
        let (_, counts) = await (counted, newest)
        #expect(counts.newest == 1)
    }

    @Test("adds up to nothing from many threads")
    func race() async {
        let all = Activity(addingTo: nil)
        let clients = (1...4).map { _ in Activity(addingTo: all) }
        await withTaskGroup { group in
            for client in clients {
                for _ in 1...500 {
                    group.addTask {
                        client.begin()
                        client.end()
                    }
                }
            }
        }
        #expect(all.count == 0)
        #expect(clients.allSatisfy { $0.count == 0 })
    }
}

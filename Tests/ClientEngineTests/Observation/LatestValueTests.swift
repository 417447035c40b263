import Testing

@testable import ClientEngine

@Suite("The latest value", .timeLimit(.minutes(1)))
struct LatestValueTests {
    @Test("is told to everybody who comes, at once")
    func replay() async {
        let cell = LatestValue("first")
        cell.update { $0 = "second" }
        for _ in 1...3 {
            var iterator = cell.values.makeAsyncIterator()
            #expect(await iterator.next() == "second")
        }
        #expect(cell.value == "second")
    }

    @Test("takes the place of values that nobody fetched")
    func conflation() async {
        let cell = LatestValue(0)
        var iterator = cell.values.makeAsyncIterator()
        #expect(await iterator.next() == 0)
        for value in 1...100 { cell.update { $0 = value } }
        #expect(await iterator.next() == 100)
        cell.update { $0 += 1 }
        cell.finish()
        #expect(await iterator.next() == 101)
        #expect(await iterator.next() == nil)
        #expect(await iterator.next() == nil)
    }

    @Test("wakes every observer that waits")
    func waiting() async {
        let cell = LatestValue(0)
        let observers = (1...20).map { _ in
            Task { () -> [Int] in
                var seen: [Int] = []
                for await value in cell.values { seen.append(value) }
                return seen
            }
        }
        for value in 1...1000 { cell.update { $0 = value } }
        cell.finish()
        for observer in observers {
            let seen = await observer.value
            #expect(seen.last == 1000)
            #expect(seen == seen.sorted())
            #expect(Set(seen).count == seen.count)
        }
    }

    @Test("stays what it was after the end")
    func afterTheEnd() async {
        let cell = LatestValue(1)
        cell.finish()
        cell.update { $0 = 2 }
        cell.finish()
        #expect(cell.value == 1)
        #expect(await cell.values.reduce(into: []) { $0.append($1) } == [1])
    }

    @Test("lets go of a task that is cancelled while it waits, or before")
    func cancellation() async {
        let cell = LatestValue(0)
        let (started, start) = AsyncStream<Void>.makeStream()
        let observers = (1...50).map { _ in
            Task { () -> Int in
                var count = 0
                for await _ in cell.values {
                    count += 1
                    start.yield()
                }
                return count
            }
        }
        var begun = started.makeAsyncIterator()
        _ = await begun.next()
        for observer in observers { observer.cancel() }
        for observer in observers { #expect(await observer.value <= 1) }
        // The value is still usable.
        cell.update { $0 = 7 }
        var iterator = cell.values.makeAsyncIterator()
        #expect(await iterator.next() == 7)
    }

    @Test("survives updates, waits and cancellations from all sides")
    func race() async {
        let cell = LatestValue(0)
        await withTaskGroup { group in
            for _ in 1...8 {
                group.addTask { for _ in 1...500 { cell.update { $0 += 1 } } }
            }
            for _ in 1...100 {
                let observer = Task { for await _ in cell.values {} }
                group.addTask { observer.cancel() }
                group.addTask { await observer.value }
            }
        }
        #expect(cell.value == 4000)
    }
}

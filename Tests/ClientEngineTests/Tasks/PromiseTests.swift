import Testing

@testable import ClientEngine

@Suite("Promises", .timeLimit(.minutes(1)))
struct PromiseTests {
    @Test("a value that is there is had at once, by everybody")
    func ready() async {
        let promise = Promise<Int>()
        promise.fulfil(1)
        #expect(await promise.value == 1)
        #expect(await promise.value == 1)
    }

    @Test("many wait for one value, and each gets it")
    func many() async {
        let promise = Promise<Int>()
        let sum = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { await promise.value } }
            group.addTask {
                promise.fulfil(3)
                return 0
            }
            return await group.reduce(0, +)
        }
        #expect(sum == 300)
    }

    @Test("the first value stays")
    func first() async {
        let promise = Promise<Int>()
        promise.fulfil(1)
        promise.fulfil(2)
        #expect(await promise.value == 1)
    }
}

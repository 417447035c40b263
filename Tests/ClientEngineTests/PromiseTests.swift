import Testing

@testable import ClientEngine

@Suite("Promises", .timeLimit(.minutes(1)))
struct PromiseTests {
    private struct Broken: Error {}

    @Test("a value that is there is had at once, by everybody")
    func ready() async throws {
        let promise = Promise<Int>()
        promise.fulfil(.success(1))
        #expect(try await promise.value == 1)
        #expect(try await promise.value == 1)
    }

    @Test("many wait for one value, and each gets it")
    func many() async throws {
        let promise = Promise<Int>()
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { try await promise.value } }
            group.addTask {
                promise.fulfil(.success(3))
                return 0
            }
            return try await group.reduce(0, +)
        }
        #expect(sum == 300)
    }

    @Test("the first result stays")
    func first() async {
        let promise = Promise<Int>()
        promise.fulfil(.failure(Broken()))
        promise.fulfil(.success(1))
        await #expect(throws: Broken.self) { try await promise.value }
    }
}

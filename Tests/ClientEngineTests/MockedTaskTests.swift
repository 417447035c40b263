import ClientEngine
import JSON
import Testing

@Suite("Mocked tasks", .timeLimit(.minutes(1)))
struct MockedTaskTests {
    @Test("a mocked task runs through the same states and says which mock answered")
    func answer() async throws {
        let client = Client(baseURL: "http://mocked.invalid/v1/")
        let id = try client.mocks.add(.get("users/:id"), .json(["id": 1]))
        let response = try await client.send(.get("users/7"))
        #expect(response.status == 200)
        #expect(response.text == #"{"id":1}"#)
        #expect(response.record.mock?.id == id)
        #expect(response.record.lastExchange?.phases.last?.phase == .process)
        #expect(client.mocks.all.map(\.hits) == [1])
    }
}

import ClientEngine
import Foundation
import InspectorTestSupport
import Testing

@testable import Inspector
@testable import InspectorScreen
@testable import InspectorWorkspace

@Suite("Mocks that follow their files", .ownThread, .timeLimit(.minutes(1)))
struct MockFollowingTests {
    private let scratch: ScratchFolder
    private let store = MockStore()
    private let messages: AsyncStream<[Message]>
    private let effects: MockEffects
    private let disk: TestDisk

    init() throws {
        scratch = try ScratchFolder()
        let (stream, continuation) = AsyncStream.makeStream(of: [Message].self)
        messages = stream
        disk = TestDisk { continuation.yield($0) }
        effects = MockEffects(store: store, folder: scratch.path + "/mocks", disk: disk)
    }

    private func read() {
        effects.read()
        _ = disk.settle()
    }

    private func write(_ text: String, to name: String = "a.json") throws {
        try scratch.write(text, to: "mocks/mappings/" + name)
    }

    private func stub(_ id: String, status: StatusCode) -> String {
        #"{"id":"\#(id)","request":{"urlPath":"/a"},"response":{"status":\#(status)}}"#
    }

    private var statuses: [StatusCode?] { store.all.map { $0.mock.answers.first?.reply?.status } }

    private func answer(_ path: String = "/a") throws {
        let url = try RequestURL(parsing: "http://h" + path)
        let request = MockedRequest(method: .get, url: url, headers: [:], body: .none)
        #expect(store.answer(request, now: Date(timeIntervalSince1970: 0)) != nil)
    }

    /// Reads the files after all changes, twice so that persistent errors are reported.
    ///
    /// Returns the messages.
    private func saidAfterReading() -> [Message] {
        effects.readAgain()
        let first = disk.settle()
        effects.readAgain()
        return first + disk.settle()
    }

    private func errors(_ messages: [Message]) -> [String] {
        messages.compactMap {
            if case .notice(let notice) = $0, notice.kind == .error { notice.text } else { nil }
        }
    }

    @Test("a folder that comes later is followed, a bad save keeps the last good stub, and what is gone goes")
    func follows() async throws {
        effects.read()
        effects.follow()
        try write(stub("a", status: 201))
        var steps = messages.makeAsyncIterator()
        while statuses != [201] { _ = await steps.next() }
        try write(stub("a", status: 202))
        while statuses != [202] { _ = await steps.next() }
        try write("{\n  \"id\": \"a\",\n  \"priority\": \"x\"\n}")
        var said: [String] = []
        while said.isEmpty { said = errors(await steps.next() ?? []) }
        #expect(said.count == 1 && said.first?.contains("mappings/a.json:3:") == true)
        #expect(statuses == [202])
        try FileManager.default.removeItem(atPath: scratch.path + "/mocks/mappings")
        while !statuses.isEmpty { _ = await steps.next() }
        try write(stub("b", status: 203))
        while statuses != [203] { _ = await steps.next() }
    }

    @Test("what is done here comes back as no change: hits, switches, order and states stay")
    func ownChanges() throws {
        try write(
            #"{"mappings":[{"request":{"urlPath":"/a"}},{"request":{"urlPath":"/b"}},{"request":{"urlPath":"/c"}}]}"#
        )
        try write(
            #"{"request":{"urlPath":"/s"},"scenarioName":"s","requiredScenarioState":"Started","newScenarioState":"two"}"#,
            to: "s.json")
        read()
        try answer("/c")
        _ = effects.perform(.setScenario("s", to: "two"))
        let secret = Mock.Answer(
            .response(Mock.Reply(headers: ["Set-Cookie": "sid=s3cret"], body: .text(#"{"token":"s3cret"}"#))))
        let login = Mock(id: "", name: "login", match: .init(address: .path("/login")), answers: [secret])
        _ = effects.perform(.add(login))
        try answer("/login")
        // One message names the file, another the omitted secrets. The store is unchanged.
        #expect(saidAfterReading().count == 2)
        let stored = try #require(store.all.first { $0.mock.name == "login" }?.mock)
        #expect(stored.answers == [secret])
        let first = try #require(store.all.first { $0.mock.match.address == .path("/a") }?.mock)
        let last = try #require(store.all.first { $0.mock.match.address == .path("/c") }?.mock)
        let changes: [MockEffect] = [
            .setEnabled(false, id: stored.id), .setPriority(2, id: stored.id),
            .setEnabled(false, id: last.id),
            .setPriority(1, id: last.id), .remove(first), .setEnabled(true, id: last.id), .restore(first),
            .remove(stored), .remove(first),
        ]
        for change in changes {
            _ = effects.perform(change)
            let before = store.all
            #expect(saidAfterReading().isEmpty, "\(change)")
            #expect(store.all == before, "\(change)")
        }
        #expect(store.all.first { $0.mock.id == last.id }?.hits == 1)
        #expect(store.scenarios.map(\.state) == ["two"])
        #expect(store.all.count == 3)
    }

    @Test("mocks without files stay, whatever the files hold")
    func memory() throws {
        read()
        let late = Mock(
            id: "", name: "late", match: .init(address: .path("/l")),
            answers: [.passThrough.after(.seconds(1))])
        _ = effects.perform(.add(late))
        try write(stub("a", status: 201))
        #expect(!saidAfterReading().isEmpty)
        try FileManager.default.removeItem(atPath: scratch.path + "/mocks")
        _ = saidAfterReading()
        #expect(store.all.map(\.mock.name) == ["late"])
    }

    @Test("a switch that could not be written stays until somebody else changes the stub")
    func unwrittenSwitch() throws {
        try write(stub("a", status: 201))
        read()
        try write("{")
        _ = effects.perform(.setEnabled(false, id: "a"))
        #expect(errors(saidAfterReading()).count == 2)
        #expect(saidAfterReading().isEmpty)
        try write(stub("a", status: 201))
        #expect(saidAfterReading().isEmpty)
        #expect(store.all.first?.mock.isEnabled == false)
        try write(stub("a", status: 202))
        #expect(saidAfterReading().count == 1)
        #expect(store.all.first?.mock.isEnabled == true && statuses == [202])
    }

    @Test("one bad stub of a file leaves it and the others as they were, and changes of the others count")
    func badStub() throws {
        try write(#"{"mappings":[\#(stub("a", status: 201)),\#(stub("b", status: 202))]}"#)
        read()
        try write(#"{"mappings":[\#(stub("a", status: 203)),{"id":"b","priority":"x"}]}"#)
        #expect(errors(saidAfterReading()).count == 1)
        #expect(Set(statuses) == [203, 202])
    }

    @Test("a stub that moves to another file keeps its hits")
    func moved() throws {
        try write(stub("a", status: 201))
        read()
        try answer()
        let mappings = scratch.path + "/mocks/mappings/"
        #expect(rename(mappings + "a.json", mappings + "b.json") == 0)
        #expect(saidAfterReading().isEmpty)
        #expect(store.all.first?.hits == 1)
        _ = effects.perform(.setEnabled(false, id: "a"))
        #expect(saidAfterReading().isEmpty)
        #expect(try scratch.read("mocks/mappings/b.json").contains("false"))
    }
}

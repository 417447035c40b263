import EngineSupport
import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("A client with four loops and eight servers", .ownThread, .timeLimit(.minutes(2)))
struct SeveralLoopsTests {
    private let servers: [SandboxServer]

    init() throws {
        servers = try (0..<8).map { _ in try SandboxServer.start() }
    }

    private func client(_ configure: (inout ClientConfiguration) -> Void = { _ in }) -> Client {
        Client {
            $0.connections.loopCount = 4
            configure(&$0)
        }
    }

    /// Returns the threads on which each task reported events of its exchanges.
    private func threads(of client: Client) -> (seen: Locked<[TaskID: Set<pthread_t>]>, Observation) {
        let seen = Locked<[TaskID: Set<pthread_t>]>([:])
        let observation = client.observe { event in
            guard event.exchange > 0 else { return }
            seen.withLock { _ = $0[event.task, default: []].insert(pthread_self()) }
        }
        return (seen, observation)
    }

    @Test("spreads the servers evenly; all tasks of one run on one loop, and use its connection again")
    func spread() async throws {
        let client = client()
        let (seen, observation) = threads(of: client)
        var tasks: [[TaskRecord]] = []
        for server in servers {
            var records: [TaskRecord] = []
            for _ in 0..<5 { records.append(try await client.send(.get(server.url + "/hello")).record) }
            tasks.append(records)
        }
        let threads = seen.withLock { $0 }
        let ofServers = tasks.map { $0.reduce(into: Set()) { $0.formUnion(threads[$1.id] ?? []) } }
        #expect(ofServers.map(\.count) == Array(repeating: 1, count: 8))
        let shares = Dictionary(grouping: ofServers.joined()) { $0 }.values.map(\.count)
        #expect(shares == [2, 2, 2, 2])
        let connections = tasks.map { Set($0.compactMap { $0.lastExchange?.connection?.id }) }
        #expect(connections == (0..<8).map { [$0] })
        observation.cancel()
    }

    @Test("keeps to its number of exchanges, whichever loops they are on, and lets none wait in vain")
    func limit() async throws {
        let (open, arrivals) = (Locked((now: 0, most: 0)), DispatchSemaphore(value: 0))
        let gate = DispatchSemaphore(value: 0)
        let scripted = try (0..<8).map { _ in
            try ScriptedServer { _ in
                open.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                arrivals.signal()
                gate.wait(for: "the test to open the gate")
                open.withLock { $0.now -= 1 }
                return .init()
            }
        }
        let client = client { $0.connections.maximumConcurrentExchanges = 3 }
        let tasks = (0..<48).map { client.start(.get(scripted[$0 % 8].url)) }
        for _ in 0..<3 { arrivals.wait(for: "a request") }
        try await client.nextTurn()
        #expect(tasks.count { $0.record.lastExchange?.phases.last?.phase == .queue } == 45)
        for task in tasks.suffix(16) { task.cancel() }
        for _ in 0..<48 { gate.signal() }
        for task in tasks.prefix(32) { #expect(try await task.value.status == 200) }
        #expect(open.withLock { $0.most } == 3)
        #expect(tasks.suffix(16).allSatisfy { $0.record.state == .cancelled })
        #expect(client.activity.newest == 0)
    }

    @Test("sends cookies that one loop has received on all others, and counts the hits of a mock once")
    func shared() async throws {
        let client = client()
        _ = try await client.send(.get(servers[0].url + "/cookies/set", query: ["a": "1"]))
        for server in servers {
            let answer = try await client.send(.get(server.url + "/cookies"))
            #expect(
                answer.text.contains(#""a":"1""#) || answer.text.contains(#""a" : "1""#), "\(answer.text)")
        }
        try client.mocks.add(.get("/mocked"), .status(201), .status(202))
        let statuses = try await withThrowingTaskGroup(of: StatusCode.self) { group in
            for server in servers {
                group.addTask { try await client.send(.get(server.url + "/mocked")).status }
            }
            return try await group.reduce(into: [StatusCode]()) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 201 } == 1)
        #expect(client.mocks.all.map(\.hits) == [8])
    }

    @Test("leaves a task on its loop where a redirect leads to a server of another one")
    func redirect() async throws {
        let client = client()
        let (seen, observation) = threads(of: client)
        let direct = try await client.send(.get(servers[1].url + "/hello")).record
        let target = servers[1].url + "/hello"
        let redirected = try await client.send(.get(servers[0].url + "/redirect/1", query: ["to": target]))
        #expect(redirected.url == target)
        let threads = seen.withLock { $0 }
        #expect(threads[direct.id]?.count == 1)
        #expect(threads[redirected.record.id]?.count == 1)
        #expect(threads[direct.id] != threads[redirected.record.id])
        let ids = redirected.record.attempts[0].exchanges.map { $0.connection?.id }
        #expect(Set(ids + [direct.lastExchange?.connection?.id]) == [0, 1, 2])
        observation.cancel()
    }

    @Test("asks the challenge once about a server that two loops speak with")
    func challenge() async throws {
        let (asked, answer) = (Locked(0), Promise<Void>())
        let secure = servers[0]
        let client = client {
            $0.connections.tls.certificateAuthorities = secure.caFile
            $0.connections.tls.challenge = { _ in
                asked.withLock { $0 += 1 }
                await answer.value
                return .accept
            }
        }
        let target = secure.httpsURL + "/hello"
        let tasks = [
            client.start(.get(target)),
            client.start(.get(servers[1].url + "/redirect/1", query: ["to": target])),
        ]
        for task in tasks {
            try await wait(for: "a handshake") { task.record.state == .running(.tls) }
        }
        answer.fulfil(())
        for task in tasks { #expect(try await task.value.status == 200) }
        #expect(asked.withLock { $0 } == 1)
    }

    @Test("holds the tasks of all loops, and lets them begin")
    func hold() async throws {
        let client = client()
        let hold = client.holdTasks()
        let tasks = servers.map { client.start(.get($0.url + "/hello")) }
        try await client.nextTurn()
        #expect(tasks.allSatisfy { $0.record.attempts.isEmpty })
        hold.release()
        for task in tasks { #expect(try await task.value.status == 200) }
    }

    @Test("cancels the tasks of all loops when it is reset, and ends each thread when it is deallocated")
    func ends() async throws {
        let ends: [Promise<Void>]
        do {
            let client = client()
            let old = client.ends()
            let tasks = servers.flatMap { server in
                (0..<4).map { _ in client.start(.get(server.url + "/hang")) }
            }
            for task in tasks { try await wait(for: "the request") { task.record.state == .running(.wait) } }
            client.reset()
            for task in tasks { #expect(await task.result.isCancelled) }
            for end in old { try await end.arrival() }
            #expect(client.activity.newest == 0)
            ends = client.ends()
            for server in servers { client.start(.get(server.url + "/delay/0.05")) }
        }
        for end in ends { try await end.arrival() }
        #expect(servers.allSatisfy { server in server.requests.contains { $0.target == "/delay/0.05" } })
    }
}

import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import InspectorValues

@Suite("The packed story of a task")
struct TaskLogTests {
    @Test("gives back the events that went in, and their fold, whatever they are", arguments: 0..<500)
    func random(seed: UInt64) throws {
        var story = RandomStory(seed: seed)
        try PackedStory(events: story.events(Int(seed % 60))).check()
    }

    @Test("begins with the creation of its task, and takes in nothing of others")
    func beginning() throws {
        var random = RandomStory(seed: 1)
        let events = random.events(3)
        #expect(TaskLog(events[1]) == nil)
        var log = try #require(TaskLog(events[0]))
        var foreign = events[1]
        foreign.task &+= 1
        log.append(foreign)
        #expect(log.events == [events[0]])
    }

    /// The usual story: a GET that is answered over a kept connection.
    static func usual(_ id: TaskID, _ request: Request, body: [UInt8] = [0x70, 0x6F, 0x6E, 0x67]) throws
        -> [Event]
    {
        let url = try RequestURL(parsing: request.url)
        var milliseconds = 0
        func event(_ kind: Event.Kind, _ attempt: Int = 1, _ exchange: Int = 1) -> Event {
            milliseconds += 1
            let at = Instant(nanoseconds: 1_000_000_000_000 + Int64(id * 1_000 + milliseconds) * 1_000_003)
            return Event(task: id, attempt: attempt, exchange: exchange, at: at, kind)
        }
        let origin = TaskOrigin(
            request: request, url: url, date: Date(timeIntervalSinceReferenceDate: Double(id)),
            provenance: Provenance(.resend, resendOf: max(1, id - 1)))
        let connection = ConnectionRecord(
            id: 1, isReused: true, remote: ("127.0.0.1", 8_080), local: ("127.0.0.1", 50_112))
        let head = """
            HTTP/1.1 200 OK\r\nServer: nginx/1.22.1\r\nDate: Mon, 23 Nov 2026 10:00:\(10 + id % 50) GMT\r\nContent-Type: \
            text/plain\r\nContent-Length: \(body.count)\r\nConnection: keep-alive\r\n\r\n
            """
        return [
            event(.taskCreated(origin), 0, 0), event(.attemptStarted(reason: nil, waited: nil), 1, 0),
            event(.exchangeStarted(ExchangeStart(method: request.method, url: url, body: request.body))),
            event(.phase(.queue)), event(.connected(connection)), event(.phase(.send)),
            event(
                .requestHead(
                    Array(
                        "GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nUser-Agent: inspector\r\nAccept: */*\r\n\r\n"
                            .utf8))),
            event(.phase(.wait)), event(.phase(.receive)),
            event(.head(ResponseHead(wireBytes: Array(head.utf8)))),
            event(.received(body)), event(.exchangeEnded(ExchangeEnd())),
            event(.attemptEnded(.response(status: 200), retry: nil)), event(.processing),
            event(.taskEnded(.succeeded)),
        ]
    }

    @Test("takes less than 300 bytes where all went as usual, besides what it shares with others")
    func size() throws {
        let request = Request.get("http://127.0.0.1:8080/")
        let story = PackedStory(events: try Self.usual(7, request))
        try story.check()
        let log = try #require(story.log)
        #expect(log.bytes.count < 300)
        #expect(log.values.count == 2 && log.values.allSatisfy(\.isShared))
        #expect(log.record.verdict == .passed)
    }
}

@Suite("The logs of tasks that are over")
struct TaskLogsTests {
    private static func log(_ id: TaskID, _ request: Request = .get("http://127.0.0.1/"), body: Int = 4)
        throws -> TaskLog
    {
        let events = try TaskLogTests.usual(id, request, body: [UInt8](repeating: 0x78, count: body))
        return try #require(PackedStory(events: events).log)
    }

    @Test("lie behind each other in few blocks, and what tasks share stands there once")
    func blocks() throws {
        var logs = TaskLogs()
        var all: [(TaskLog, TaskLogs.Place)] = []
        for id in 1...2_000 {
            let log = try Self.log(id)
            all.append((log, logs.append(log)))
        }
        #expect(all.allSatisfy { logs[$0.1] == $0.0 })
        #expect(logs.blockCount <= 4, "400 bytes each")
        #expect(logs.asked(at: all[0].1) === logs.asked(at: all[1_999].1))
        #expect(
            logs.blocks.map(\.values.count) == logs.blocks.map { _ in 2 },
            "a connection, and the head of a request")
    }

    @Test("give a block back when none of them is left in it")
    func removing() throws {
        var logs = TaskLogs()
        let places = try (1...2_000).map { logs.append(try Self.log($0)) }
        for place in places { _ = logs.remove(place) }
        #expect(logs.blockCount == 0)
        let log = try Self.log(1)
        let place = logs.append(log)
        #expect(logs[place] == log)
    }

    @Test("move out of a block that is mostly unused")
    func moving() throws {
        var logs = TaskLogs()
        var places: [TaskID: TaskLogs.Place] = [:]
        for id in 1...4_000 { places[id] = logs.append(try Self.log(id)) }
        let before = logs.blockCount
        for id in 1...4_000 where id % 10 != 0 {
            guard let place = places.removeValue(forKey: id), logs.remove(place) else { continue }
            for other in places.keys.sorted() {
                guard var moved = places[other] else { continue }
                if logs.move(&moved, outOfBlockOf: place) { places[other] = moved }
            }
        }
        #expect(logs.blockCount <= before / 2)
        for (id, place) in places { #expect(logs[place] == (try Self.log(id))) }
    }

    @Test("hold large bodies apart, which go with them")
    func bodies() throws {
        var logs = TaskLogs()
        let log = try Self.log(1, body: 100_000)
        #expect(log.bytes.count < 500)
        let place = logs.append(log)
        _ = logs.append(try Self.log(2))
        #expect(logs[place].record.keptBytes == 100_000)
        _ = logs.remove(place)
        let bodies = logs.blocks.flatMap(\.values).filter { if case .bytes = $0 { true } else { false } }
        #expect(bodies.isEmpty)
    }

    @Test("may be longer than a block")
    func long() throws {
        var events = try TaskLogTests.usual(1, .get("http://127.0.0.1/"))
        let part = Event(
            task: 1, attempt: 1, exchange: 1, at: events[10].at, .received([UInt8](repeating: 1, count: 900)))
        events.insert(contentsOf: repeatElement(part, count: 500), at: 10)
        let log = try #require(PackedStory(events: events).log)
        var logs = TaskLogs()
        let places = [logs.append(try Self.log(2)), logs.append(log), logs.append(try Self.log(3))]
        #expect(logs[places[1]] == log && logs[places[1]].record.keptBytes == 450_004)
        #expect(logs[places[2]] == (try Self.log(3)))
    }
}

extension TaskLogs {
    /// The blocks that take memory.
    fileprivate var blockCount: Int { blocks.count { $0.count > 0 } }
}

import ClientEngine
import InspectorTaskFilter
import InspectorTestSupport
import Testing

@testable import InspectorScreen

@Suite("What the tasks of each route add up to", .ownThread)
struct RouteTableTests {
    private func table(_ window: RouteTable.Window, now: Int = 124_000) -> RouteTable {
        var tasks = Tasks()
        for event in Story.routes.events { _ = tasks.apply(event) }
        let now = Story.instant(now)
        return RouteTable(tasks.summaries(now: now), in: window, now: now)
    }

    private func row(_ path: String, _ table: RouteTable) throws -> RouteTable.Row {
        try #require(table.rows.first { $0.route.path == path })
    }

    @Test("each route has its count, errors, retries, times and bytes")
    func figures() throws {
        let table = table(.session)
        #expect(table.count == 53)
        #expect(table.rows.map(\.route.path) == ["/users/{id}", "/orders", "/img/{id}.png"])
        let users = try row("/users/{id}", table)
        #expect(users.count == 40 && users.errors == 0 && users.amplification == 1)
        #expect(users.bytes == (1...40).reduce(0) { $0 + 900 + $1 })
        #expect(users.percentile(50) == .milliseconds(80))
        #expect(users.percentile(95) == .milliseconds(134))
        #expect(users.percentile(99) == .milliseconds(140))
        #expect(users.longest == .milliseconds(140))
        #expect(users.parts.reduce(0, +) == 40)
        let orders = try row("/orders", table)
        #expect(orders.count == 12 && orders.errors == 1 && orders.retried == 4)
        #expect(orders.amplification == 16.0 / 12)
        #expect(orders.percentile(50) == .milliseconds(90))
        #expect(orders.longest == .milliseconds(400))
    }

    @Test("a window takes what ended in it, and no more")
    func windows() throws {
        let minute = table(.minute)
        // From 64 s on: users 22 to 40 ended then, and the orders from 72 s on.
        #expect(try row("/users/{id}", minute).count == 19)
        #expect(try row("/orders", minute).count == 5)
        #expect(table(.hour).count == 53)
        #expect(table(.minute, now: 900_000).rows.isEmpty)
    }

    @Test("the bytes of a route add up to no more than 64 bits hold")
    func manyBytes() throws {
        let (_, story) = try #require(Story.states.first { $0.name == "retried" })
        var tasks = Tasks()
        for event in story.events { _ = tasks.apply(event) }
        let one = try #require(tasks.summary(of: 1, now: story.now))
        let summaries = (1...3).map { number in
            TaskSummary(
                id: number, asked: one.asked, labels: one.labels, created: one.created, elapsed: .seconds(1),
                firstByte: nil, wait: nil, bodySize: .max - 1, status: 200, attempts: .max, state: .succeeded,
                verdict: .passed, haveAssertionsPassed: nil, errorKind: nil, errorPhase: nil,
                isRedirected: false, isReused: false)
        }
        #expect(RouteTable(summaries, now: story.now).rows.map(\.bytes) == [.max])
    }

    @Test("nothing but live and cancelled tasks is nothing")
    func empty() throws {
        let (_, story) = try #require(Story.states.first { $0.name == "cancelled" })
        var tasks = Tasks()
        for event in story.events { _ = tasks.apply(event) }
        #expect(RouteTable(tasks.summaries(now: story.now), now: story.now).rows.isEmpty)
        #expect(RouteTable([], now: story.now).rows.isEmpty)
    }

    @Test("rows are sorted by any column, the largest first, and the other way round")
    func order() {
        let rows = table(.session).rows
        func paths(_ columns: RouteColumn...) -> [String] {
            var order = RouteOrder()
            for column in columns { order.sort(by: column) }
            return order.sorted(rows).map(\.route.path)
        }
        let (users, orders, image) = ("/users/{id}", "/orders", "/img/{id}.png")
        #expect(paths() == [users, orders, image])
        #expect(paths(.longest) == [orders, users, image])
        #expect(paths(.errors) == [orders, users, image])
        #expect(paths(.amplification, .amplification) == [users, image, orders])
        #expect(paths(.bytes) == [image, users, orders])
        #expect(paths(.route) == [orders, users, image])
        #expect(paths(.route, .route) == [image, users, orders])
        #expect(RouteColumn.allCases.allSatisfy { paths($0).count == 3 })
    }
}

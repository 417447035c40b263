import ClientEngine
import InspectorTaskFilter
import Testing

@testable import InspectorValues

@Suite("What is held of other programs")
struct HoldsTests {
    private static let users = route("http://h/users/42")

    private static func route(_ url: String) -> Route {
        guard let url = try? RequestURL(parsing: url) else { preconditionFailure() }
        return Route(.get, url)
    }

    private func message(_ task: TaskID, _ part: Holds.Part = .request, at seconds: Int64 = 0)
        -> Holds.Message
    {
        Holds.Message(
            task: task, part: part, route: Self.users, since: Instant(nanoseconds: seconds * 1_000_000_000))
    }

    private func holding(_ messages: Holds.Message...) -> Holds {
        var holds = Holds()
        _ = holds.toggle(.request, of: Self.users)
        _ = holds.toggle(.answer, of: Self.users)
        for message in messages { _ = holds.hold(message) }
        return holds
    }

    @Test("a route is a method, a host, and a path without what names one thing among many")
    func routes() {
        #expect(Self.route("http://h/users/7?page=2") == Self.users)
        #expect(Self.route("http://h:81/users/7") != Self.users)
        #expect(Self.route("http://h/orders/7") != Self.users)
    }

    @Test("only what is switched on is held, and of a task one message at a time")
    func held() {
        var holds = Holds()
        #expect(holds.hold(message(1)) == false)
        #expect(holds.isIdle)
        #expect(holds.toggle(.request, of: Self.users) == [])
        #expect(holds.parts(of: Self.users) == [.request] && holds.routeCount == 1)
        #expect(holds.hold(message(1)) == true)
        #expect(holds.hold(message(1)) == false)
        #expect(holds.hold(message(2, .answer)) == false)
        #expect(holds.messages == [message(1)] && holds.message(of: 1) == message(1))
    }

    @Test("switching a part off lets its messages go, and no others")
    func off() {
        var holds = holding(message(1), message(2, .answer), message(3))
        #expect(holds.toggle(.request, of: Self.users) == [message(1), message(3)])
        #expect(holds.messages == [message(2, .answer)] && holds.parts(of: Self.users) == [.answer])
        #expect(holds.toggle(.answer, of: Self.users) == [message(2, .answer)])
        #expect(holds.isIdle)
    }

    @Test("a decision lets one go, once")
    func decided() {
        var holds = holding(message(1), message(2))
        #expect(holds.remove(2) == message(2))
        #expect(holds.remove(2) == nil)
        #expect(holds.messages == [message(1)])
    }

    @Test("time that is up for a request is not for the answer of the same task")
    func expired() {
        var holds = holding(message(1))
        _ = holds.remove(1)
        #expect(holds.hold(message(1, .answer, at: 5)) == true)
        #expect(holds.expire(message(1)) == nil)
        #expect(holds.expire(message(1, .answer, at: 5)) == message(1, .answer, at: 5))
    }

    @Test("all go at once, and at the end nothing is held any more")
    func all() {
        var holds = holding(message(1), message(2, .answer))
        #expect(holds.removeAll() == [message(1), message(2, .answer)])
        #expect(holds.isIdle)
        _ = holds.toggle(.request, of: Self.users)
        #expect(holds.hold(message(3)) == true)
        #expect(holds.end() == [message(3)])
        #expect(holds.toggle(.request, of: Self.users) == [])
        #expect(holds.hold(message(4)) == false)
        #expect(holds.isIdle)
    }
}

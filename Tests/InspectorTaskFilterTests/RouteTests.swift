import EnginePatterns
import Foundation
import InspectorTaskFilter
import Testing

@testable import ClientEngine

@Suite("Routes") struct RouteTests {
    private func summary(_ method: HTTPMethod, _ text: String) throws -> TaskSummary {
        let url = try? RequestURL(parsing: text)
        let origin = TaskOrigin(
            request: Request(method: method, url: text), url: url, date: Date(timeIntervalSince1970: 0))
        let event = Event(task: 1, at: Instant(nanoseconds: 0), .taskCreated(origin))
        return TaskSummary(try #require(TaskRecord(event)), now: event.at)
    }

    @Test("a filter finds the tasks of a route, with and without its host, and no others")
    func filter() throws {
        let task = try summary(.get, "https://api.test:8443/users/42?q=1")
        let route = Route(task.asked)
        #expect(route.filter == "method:GET route:api.test:8443/users/{id}")
        var budget = StepBudget()
        func finds(_ text: String, _ task: TaskSummary) throws -> Bool? {
            try Filter(text).matches(task, now: Instant(nanoseconds: 0), within: &budget)
        }
        #expect(try finds(route.filter, task) == true)
        #expect(try finds("route:/users/{id}", task) == true)
        for other in [
            "https://api.test:8443/users/me", "https://api.test/users/42", "https://api.test:8443/users/42/x",
        ] {
            #expect(try finds(route.filter, try summary(.get, other)) == false)
        }
        #expect(try finds(route.filter, try summary(.post, "https://api.test:8443/users/42")) == false)
        let odd = try summary(.get, "https://api.test/a(b)|c/7")
        #expect(try finds(Route(odd.asked).filter, odd) == true)
    }
}

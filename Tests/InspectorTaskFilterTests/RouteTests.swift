import EnginePatterns
import Foundation
import InspectorTaskFilter
import Testing

@testable import ClientEngine

@Suite("Routes") struct RouteTests {
    @Test(
        "what names one thing among many is folded",
        arguments: [
            ("/users/42", "/users/{id}"), ("/users/42/orders/7", "/users/{id}/orders/{id}"),
            ("/users/42/", "/users/{id}/"), ("/days/2026-01-31", "/days/{id}"),
            ("/things/12,13", "/things/{id}"), ("/-7", "/{id}"),
            ("/users/7F3B1C52-96A4-4C0B-8F0E-1B2D3C4E5F60", "/users/{id}"),
            ("/commits/9f86d081884c", "/commits/{id}"),
            ("/objects/507f1f77bcf86cd799439011/raw", "/objects/{id}/raw"),
            ("/orders/order-1001", "/orders/{id}"), ("/customers/cus_Nf3x81aQ", "/customers/{id}"),
            ("/ulid/01ARZ3NDEKTSV4RRFFQ69G5FAV", "/ulid/{id}"), ("/users/ada@example.com", "/users/{id}"),
            ("/~ada/notes", "/{id}/notes"), ("/reports/42.json", "/reports/{id}.json"),
            ("/tokens/eyJhbGciOiJIUzI1NiJ9", "/tokens/{id}"),
        ])
    func folded(path: String, template: String) {
        #expect(Route.template(of: path) == template)
    }

    @Test(
        "words of an API stay",
        arguments: [
            "/", "", "/users", "/v2/users", "/api/v1.1/users", "/2.0/users", "/oauth2/token", "/sha256",
            "/top-10", "/deadbeef", "/facade", "/authentication", "/latest", "/feed.xml",
            "/jquery-3.7.min.js",
            "/oauth2-login", "/users//me", "/a%20b", "/ipv4", "/s3", "/2fa", "/utf-8", "/http2",
        ])
    func kept(path: String) {
        #expect(Route.template(of: path) == path)
    }

    private func summary(_ method: HTTPMethod, _ text: String) throws -> TaskSummary {
        let url = try? RequestURL(parsing: text)
        let origin = TaskOrigin(
            request: Request(method: method, url: text), url: url, date: Date(timeIntervalSince1970: 0))
        let event = Event(task: 1, at: Instant(nanoseconds: 0), .created(origin))
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

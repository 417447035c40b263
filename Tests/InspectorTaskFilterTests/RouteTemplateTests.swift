import InspectorTaskFilter
import Testing

@Suite("Templates of routes") struct RouteTemplateTests {
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
        #expect(Route.template(ofPath: path) == template)
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
        #expect(Route.template(ofPath: path) == path)
    }
}

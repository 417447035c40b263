import Foundation

@testable import ClientEngine

extension Response {
    /// Creates a response without a server.
    static func made(_ status: StatusCode = 200, headers: Headers = [:], body: [UInt8] = []) -> Response {
        let origin = TaskOrigin(request: .get("/"), date: Date(timeIntervalSince1970: 0))
        let record = TaskRecord(id: 1, origin: origin, created: Instant(nanoseconds: 0))
        let head = ResponseHead(
            status: status, reason: status.reason, headers: headers)
        return Response(head: head, body: body, url: "http://h/", record: record)
    }

    /// Creates a JSON response without a server.
    static func made(_ status: StatusCode, json: String) -> Response {
        made(status, headers: ["Content-Type": "application/json"], body: Array(json.utf8))
    }
}

import ClientEngine
import ClientEngineWireMock
import Foundation
import InspectorGateway
import InspectorHTTPServer
import InspectorTestSupport
import RequestFormats
import Testing

/// A mock server and its client.
struct Stand {
    let client: Client
    let server: Gateway

    /// Serves stubs in the format of mock files.
    init(
        _ stubs: String = #"{"mappings": []}"#, retry: RetryPolicy = .never,
        _ change: (inout Gateway.Settings) -> Void = { _ in }
    ) throws {
        client = Client { $0.retry = retry }
        var settings = Gateway.Settings()
        change(&settings)
        server = try Gateway(settings, client: client)
        let parsed = StubFile.parse(Array(stubs.utf8), path: "test.json", bodyFile: { _ in nil })
        try #require(parsed.rejected.isEmpty, "\(parsed.rejected)")
        for mock in parsed.mocks { try client.mocks.add(mock) }
    }

    /// Forwards requests that no stub matches to another server.
    init(_ stubs: String = #"{"mappings": []}"#, to other: Stand, retry: RetryPolicy = .never) throws {
        let upstream = try RequestURL(parsing: other.server.url)
        try self.init(stubs, retry: retry) { $0.upstream = upstream }
    }

    func connect() throws -> RawClient {
        try RawClient(port: server.port, host: "localhost:\(server.port)")
    }

    /// Sends one request on a new connection.
    func fetch(
        _ target: String, method: String = "GET", headers: [String] = [], body: String = ""
    ) throws -> RawResponse {
        let client = try connect()
        client.request(target, method: method, headers: headers, body: body)
        return try client.response(hasBody: method != "HEAD")
    }

    /// Returns all bytes received for a request until the connection ends.
    func bytes(_ target: String) throws -> (text: String, ending: RawClient.Ending?) {
        let client = try connect()
        client.request(target)
        let bytes = client.rest()
        return (String(decoding: bytes, as: UTF8.self), client.ending)
    }
}

/// Collects the finished tasks of a client.
final class Finished: Sendable {
    private let records = Monitor<[TaskID: TaskRecord]>([:])
    private let observation = Monitor<Observation?>(nil)

    init(of client: Client) {
        let records = records
        let made = client.observe { event in
            records.withLock { records in
                guard var record = records[event.task] ?? TaskRecord(event) else { return }
                record.apply(event)
                records[event.task] = record
            }
        }
        observation.withLock { $0 = made }
    }

    /// Waits until `count` tasks have finished.
    ///
    /// Records an issue after the timeout.
    func wait(_ count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) -> [TaskRecord] {
        let over = records.wait(timeout: patience) { records in
            let over = records.values.filter(\.state.isFinished).sorted { $0.id < $1.id }
            return over.count >= count ? over : nil
        }
        if over == nil {
            Issue.record(
                "the end of \(count) tasks did not come within \(patience)", sourceLocation: sourceLocation)
        }
        return over ?? []
    }
}

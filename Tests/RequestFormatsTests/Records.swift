import Foundation

@testable import ClientEngine

/// Creates records from events, like the engine.
struct Story {
    private(set) var record: TaskRecord
    private var attempt = 0
    private var exchange = 0

    init(_ request: Request, url: RequestURL? = nil, id: TaskID = 1, provenance: Provenance = .composed)
        throws
    {
        let origin = TaskOrigin(
            request: request, url: url, date: Date(timeIntervalSince1970: 1_795_206_852.345),
            provenance: provenance)
        guard let record = TaskRecord(Event(task: id, at: Instant(nanoseconds: 0), .taskCreated(origin)))
        else {
            throw CocoaError(.featureUnsupported)
        }
        self.record = record
    }

    /// Applies events at a millisecond.
    mutating func at(_ millisecond: Int64, _ events: Event.Kind...) {
        for event in events {
            if case .attemptStarted = event { (attempt, exchange) = (attempt + 1, 0) }
            if case .exchangeStarted = event { exchange += 1 }
            record.apply(
                Event(
                    task: record.id, attempt: attempt, exchange: exchange,
                    at: Instant(nanoseconds: millisecond * 1_000_000), event))
        }
    }
}

extension RequestURL {
    /// Returns a URL of the host `a.test`.
    static func test(_ path: String, query: String? = nil) -> RequestURL {
        RequestURL(
            text: "https://a.test\(path)\(query.map { "?" + $0 } ?? "")", scheme: "https", host: "a.test",
            port: 443,
            path: path, query: query)
    }
}

import ClientEngine
import FoundationEssentials
import InspectorHTTPServer

/// The newest requests that came; the oldest leave when there are too many.
struct Journal: Sendable {
    struct Entry: Sendable {
        var id: UUID
        var request: ReceivedRequest
        var url: RequestURL?
        var date: Date
        var status: Int?
        /// The mock; nil where the answer came from elsewhere.
        var mock: MockReference?
        var isUnmatched: Bool
    }

    private static let maximumCount = 1000
    private static let maximumBodies = 16 << 20

    private(set) var entries: [Entry] = []
    private var bodies = 0

    /// Adds a request that is answered, with the status where there is one.
    mutating func note(_ request: ReceivedRequest, answeredBy record: TaskRecord, status: Int?) {
        let mock = record.lastExchange?.start.mock
        entries.append(
            Entry(
                id: UUID(), request: request, url: record.origin.url, date: record.origin.date,
                status: status,
                mock: mock == .unmocked ? nil : mock, isUnmatched: mock == .unmocked))
        bodies += request.body.count
        while entries.count > 1, entries.count > Self.maximumCount || bodies > Self.maximumBodies {
            bodies -= entries.removeFirst().request.body.count
        }
    }
}

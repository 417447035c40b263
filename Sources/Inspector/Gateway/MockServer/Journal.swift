import ClientEngine
import FoundationEssentials
import InspectorHTTPServer

/// The newest requests: at most 1,000, with bodies of at most 16 MiB in total.
struct Journal: Sendable {
    struct Entry: Sendable {
        var id: UUID
        var request: ReceivedRequest
        var url: RequestURL?
        var date: Date
        var status: StatusCode?
        /// The mock that answered, or `nil`.
        var mock: MockReference?
        var isUnmatched: Bool

        /// The request in the form for matching mocks, or `nil` if its URL is invalid.
        var asked: MockedRequest? { MockedRequest(request, at: url) }

        /// Returns whether the text is the identifier of the entry, ignoring case.
        func isNamed(_ text: String) -> Bool { id.uuidString == text.uppercased() }
    }

    private static let maximumCount = 1000
    private static let maximumBodies = 16 << 20

    private(set) var entries: [Entry] = []
    private var bodies = 0

    /// Adds an answered request, with its status if it has one.
    mutating func note(_ request: ReceivedRequest, answeredBy record: TaskRecord, status: StatusCode?) {
        let mock = record.lastExchange?.start.mock
        entries.append(
            Entry(
                id: UUID(), request: request, url: record.origin.url, date: record.origin.date,
                status: status,
                mock: mock == .unmatched ? nil : mock, isUnmatched: mock == .unmatched))
        bodies += request.body.count
        while entries.count > 1, entries.count > Self.maximumCount || bodies > Self.maximumBodies {
            bodies -= entries.removeFirst().request.body.count
        }
    }

    mutating func removeAll(where isRemoved: (Entry) -> Bool) {
        entries.removeAll(where: isRemoved)
        bodies = entries.reduce(0) { $0 + $1.request.body.count }
    }
}

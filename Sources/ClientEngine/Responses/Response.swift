import EngineJSON
import Foundation

/// The answer of a server, or a mock: complete, with everything measured on the way.
public struct Response: Sendable {
    /// The final head.
    public var head: ResponseHead
    /// The body after content decoding.
    public var body: [UInt8]
    /// The URL that answered, which differs from the request's after redirects.
    public var url: String
    /// The credentials that proved who was asking; nil where nothing did.
    package var credentials: Credentials?
    /// Who has taken the body in its place.
    var receiver: (any AnyObject & Sendable)?
    private var boxedRecord: CopyOnWriteBox<TaskRecord>

    /// Creates a response.
    package init(head: ResponseHead, body: [UInt8], url: String, record: TaskRecord) {
        self.head = head
        self.body = body
        self.url = url
        boxedRecord = CopyOnWriteBox(record)
    }

    /// The task's whole story: attempts, exchanges and timings.
    public var record: TaskRecord {
        _read { yield boxedRecord.value }
        set { boxedRecord.value = newValue }
    }

    /// The status code.
    public var status: Int { head.status }

    /// The header fields.
    public var headers: Headers { head.headers }

    /// The timings of the exchange that brought the final answer.
    public var timings: Timings? { record.lastExchange?.timings }

    /// The status with its class and its usual reason.
    public var statusCode: StatusCode { StatusCode(rawValue: status) }

    /// The type of the body, as its `Content-Type` says; nil where that is missing or empty.
    public var mediaType: MediaType? {
        headers["Content-Type"].flatMap { $0.isEmpty ? nil : MediaType($0) }
    }

    /// Tells whether the status is 2xx.
    package var isSuccess: Bool { (200...299).contains(status) }
}

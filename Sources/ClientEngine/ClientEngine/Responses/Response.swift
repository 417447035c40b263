import EngineJSON
internal import EngineSupport
import FoundationEssentials

/// The complete response of a server or a mock, with all measurements.
public struct Response: Sendable {
    private var stored: CopyOnWriteBox<Stored>

    private struct Stored: Sendable {
        var head: ResponseHead
        var body: [UInt8]
        var url: String
        var credentials: Credentials?
        var receiver: (any AnyObject & Sendable)?
        var story: Story
    }

    private enum Story {
        case told(TaskRecord)
        /// The record of a task, computed when it is read.
        case task(any RecordHolder)
        /// The same, until parsing fails.
        case parsed(ParsedRecord)

        var record: TaskRecord {
            switch self {
            case .told(let record): record
            case .task(let task): task.snapshot
            case .parsed(let record): record.snapshot
            }
        }
    }

    /// Creates a response, for example to test code that reads responses.
    public init(head: ResponseHead, body: [UInt8], url: String, record: TaskRecord) {
        stored = CopyOnWriteBox(Stored(head: head, body: body, url: url, story: .told(record)))
    }

    /// The final head.
    public var head: ResponseHead {
        _read { yield stored.value.head }
        _modify { yield &stored.value.head }
    }

    /// The body after content decoding.
    public var body: [UInt8] {
        _read { yield stored.value.body }
        _modify { yield &stored.value.body }
    }

    /// The body after content decoding as `Data`, for example for `JSONDecoder`.
    ///
    /// A copy of ``body``.
    public var data: Data { Data(body) }

    /// The URL of the response, which differs from that of the request after redirects.
    public var url: String {
        get { stored.value.url }
        set { stored.value.url = newValue }
    }

    /// The credentials of the request, or `nil` if it had none.
    var credentials: Credentials? {
        get { stored.value.credentials }
        set { stored.value.credentials = newValue }
    }

    /// The object that received the body instead.
    var receiver: (any AnyObject & Sendable)? {
        get { stored.value.receiver }
        set { stored.value.receiver = newValue }
    }

    /// The record of the task: attempts, exchanges and timings.
    ///
    /// While a client parses the response, reading this property returns the record at that moment.
    public var record: TaskRecord {
        get { stored.value.story.record }
        set { stored.value.story = .told(newValue) }
    }

    init(head: ResponseHead, body: [UInt8], url: String, of task: any RecordHolder) {
        stored = CopyOnWriteBox(Stored(head: head, body: body, url: url, story: .task(task)))
    }

    init(head: ResponseHead, body: [UInt8], url: String, parsed record: ParsedRecord) {
        stored = CopyOnWriteBox(Stored(head: head, body: body, url: url, story: .parsed(record)))
    }

    func ended(_ task: any RecordHolder) -> Response {
        switch stored.value.story {
        case .task(let other) where other === task: return self
        case .parsed(let record) where record.isOpen(of: task): return self
        default:
            var response = self
            response.stored.value.story = .task(task)
            return response
        }
    }

    /// The status, with its class and its usual reason phrase.
    public var status: StatusCode { head.status }

    /// The header fields.
    public var headers: Headers { head.headers }

    /// The timings of the exchange with the final response.
    public var timings: Timings? { record.lastExchange?.timings }

    /// The media type of the body in `Content-Type`, or `nil` if this field is missing or empty.
    public var mediaType: MediaType? {
        headers["Content-Type"].flatMap { $0.isEmpty ? nil : MediaType($0) }
    }

    /// Indicates whether the status is 2xx.
    public var isSuccess: Bool { (200...299).contains(status) }
}

protocol RecordHolder: AnyObject, Sendable {
    var snapshot: TaskRecord { get }
}

/// The record of a response while its task parses it.
///
/// An error of parsing may contain the response, and the record of the task contains the error. The response therefore
/// releases its task when parsing fails: otherwise they would retain each other.
final class ParsedRecord: Sendable {
    private enum Source {
        case task(any RecordHolder)
        case closed(TaskRecord)
    }

    private let source: Locked<Source>

    init(of task: any RecordHolder) {
        source = Locked(.task(task))
    }

    /// The current record, or the record at the moment when parsing failed.
    var snapshot: TaskRecord {
        switch source.withLock({ $0 }) {
        case .task(let task): task.snapshot
        case .closed(let record): record
        }
    }

    /// Stores the current record, and releases the task.
    func close() {
        let record = snapshot
        source.withLock { $0 = .closed(record) }
    }

    /// Returns whether this is still the record of a task.
    func isOpen(of task: any RecordHolder) -> Bool {
        guard case .task(let own) = source.withLock({ $0 }) else { return false }
        return own === task
    }
}

extension Response {
    /// Indicates whether the mocks of the client kept the request from the network although none of them answers it.
    public var isUnmatched: Bool { record.lastExchange?.start.mock == .unmatched }
}

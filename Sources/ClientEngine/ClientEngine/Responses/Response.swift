import EngineJSON
internal import EngineSupport
import FoundationEssentials

/// The answer of a server, or a mock: complete, with everything measured on the way.
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
        /// The record of a task, made when it is read.
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

    /// Creates a response, such as a test passes to the code that reads responses.
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

    /// The body after content decoding as `Data`, such as a `JSONDecoder` takes: a copy of ``body``.
    public var data: Data { Data(body) }

    /// The URL that answered, which differs from the request's after redirects.
    public var url: String {
        get { stored.value.url }
        set { stored.value.url = newValue }
    }

    /// The credentials that proved who was asking; nil where nothing did.
    var credentials: Credentials? {
        get { stored.value.credentials }
        set { stored.value.credentials = newValue }
    }

    /// The object that has taken the body in its place.
    var receiver: (any AnyObject & Sendable)? {
        get { stored.value.receiver }
        set { stored.value.receiver = newValue }
    }

    /// The record of the task: attempts, exchanges and timings.
    ///
    /// While a client parses the response, the record is that of the moment at which it is read.
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

    /// The status, with its class and its usual reason.
    public var status: StatusCode { head.status }

    /// The header fields.
    public var headers: Headers { head.headers }

    /// The timings of the exchange that brought the final answer.
    public var timings: Timings? { record.lastExchange?.timings }

    /// The type of the body, as its `Content-Type` says; nil where that is missing or empty.
    public var mediaType: MediaType? {
        headers["Content-Type"].flatMap { $0.isEmpty ? nil : MediaType($0) }
    }

    /// Indicates whether the status is 2xx.
    public var isSuccess: Bool { (200...299).contains(status) }
}

protocol RecordHolder: AnyObject, Sendable {
    var snapshot: TaskRecord { get }
}

/// The record that a response has while its task parses it.
///
/// The error that parsing throws may hold the response, and the record of the task holds the error. So the response lets go of its
/// task when parsing fails: otherwise each of them would keep the others in memory.
final class ParsedRecord: Sendable {
    private enum Source {
        case task(any RecordHolder)
        case closed(TaskRecord)
    }

    private let source: Locked<Source>

    init(of task: any RecordHolder) {
        source = Locked(.task(task))
    }

    /// The record of this moment, or of the moment at which parsing failed.
    var snapshot: TaskRecord {
        switch source.withLock({ $0 }) {
        case .task(let task): task.snapshot
        case .closed(let record): record
        }
    }

    /// Keeps the record of this moment, and lets go of the task.
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
    /// Indicates whether the client's mocks kept the request from the network, though none of them answers it.
    public var isUnmatched: Bool { record.lastExchange?.start.mock == .unmatched }
}

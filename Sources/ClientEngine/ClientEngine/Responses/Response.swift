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

        var record: TaskRecord {
            switch self {
            case .told(let record): record
            case .task(let task): task.snapshot
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

    func ended(_ task: any RecordHolder) -> Response {
        if case .task(let other) = stored.value.story, other === task { return self }
        var response = self
        response.stored.value.story = .task(task)
        return response
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

extension Response {
    /// Indicates whether the client's mocks kept the request from the network, though none of them answers it.
    public var isUnmatched: Bool { record.lastExchange?.start.mock == .unmatched }
}

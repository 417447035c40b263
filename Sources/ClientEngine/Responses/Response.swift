import Foundation

/// What a server, or a mock, answered: complete, with everything measured on the way.
public struct Response: Sendable {
    /// The final head.
    public var head: ResponseHead
    /// The body after content decoding.
    public var body: [UInt8]
    /// The URL that answered, which differs from the request's after redirects.
    public var url: String
    /// The task's whole story: attempts, exchanges and timings.
    public var record: TaskRecord
    /// Who has taken the body in its place.
    var receiver: (any BodyReceiver)?

    /// Creates a response.
    public init(head: ResponseHead, body: [UInt8], url: String, record: TaskRecord) {
        self.head = head
        self.body = body
        self.url = url
        self.record = record
    }

    /// The status code.
    public var status: Int { head.status }

    /// The header fields.
    public var headers: Headers { head.headers }

    /// The timings of the exchange that brought the final answer.
    public var timings: Timings? { record.lastExchange?.timings }

    /// The body read as UTF-8, with replacement characters where it is not.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// Tells whether the status is 2xx.
    public var isSuccess: Bool { (200...299).contains(status) }

    /// Decodes the JSON body of a 2xx answer.
    ///
    /// - Throws: ``StatusError`` when the status is not 2xx, or what the decoder throws.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        guard isSuccess else { throw StatusError(response: self) }
        return try decoder.decode(type, from: Data(body))
    }
}

/// Says that an answer was complete but not the 2xx that was needed; carries the whole answer.
public struct StatusError: Error, CustomStringConvertible {
    /// The answer.
    public var response: Response

    /// Creates an error around an answer.
    public init(response: Response) {
        self.response = response
    }

    /// The status and its reason.
    public var description: String { "status \(response.status) \(response.head.reason)" }
}

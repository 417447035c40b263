internal import EngineSupport

/// The status line and the header fields of a response.
public struct ResponseHead: Sendable, Hashable {
    /// The status code, 100…999.
    public var status: StatusCode {
        get { stored.value.status }
        _modify { yield &stored.value.status }
    }
    /// The reason phrase as the server wrote it; empty in HTTP/2.
    public var reason: String {
        get { stored.value.reason }
        _modify { yield &stored.value.reason }
    }
    /// The protocol version, as in `HTTP/1.1`.
    public var httpVersion: String {
        get { stored.value.httpVersion }
        _modify { yield &stored.value.httpVersion }
    }
    /// The fields in the order they arrived.
    public var headers: Headers {
        _read { yield stored.value.headers }
        _modify { yield &stored.value.headers }
    }
    /// The bytes of the head as they arrived; empty if they are not known, as in HTTP/2.
    public var wireBytes: [UInt8] {
        _read { yield stored.value.wireBytes }
    }

    /// Behind one reference: heads are handed on often and changed seldom.
    private var stored: CopyOnWriteBox<Stored>

    private struct Stored: Sendable, Hashable {
        var status: StatusCode
        var reason: String
        var httpVersion: String
        var headers: Headers { didSet { notable = headers.notable } }
        var wireBytes: [UInt8]
        /// Follows from the fields; kept, for each answer is asked for it, and many have the same head.
        private(set) var notable: NotableFields

        init(status: StatusCode, reason: String, httpVersion: String, headers: Headers, wireBytes: [UInt8]) {
            self.status = status
            self.reason = reason
            self.httpVersion = httpVersion
            self.headers = headers
            self.wireBytes = wireBytes
            notable = headers.notable
        }
    }

    /// Creates a head.
    public init(
        status: StatusCode, reason: String, httpVersion: String = "HTTP/1.1", headers: Headers,
        wireBytes: [UInt8] = []
    ) {
        stored = CopyOnWriteBox(
            Stored(
                status: status, reason: reason, httpVersion: httpVersion, headers: headers,
                wireBytes: wireBytes))
    }

    /// Returns whether it has such a field.
    func has(_ fields: NotableFields) -> Bool { !stored.value.notable.isDisjoint(with: fields) }

    /// What it says of when to come again.
    var retryAfter: [String] { has(.retryAfter) ? headers.values(of: "Retry-After") : [] }
}

/// The fields of an answer that have something done with it.
struct NotableFields: OptionSet, Hashable {
    let rawValue: UInt8

    static let setCookie = NotableFields(rawValue: 1)
    static let contentEncoding = NotableFields(rawValue: 2)
    static let contentLength = NotableFields(rawValue: 4)
    static let transferEncoding = NotableFields(rawValue: 8)
    static let retryAfter = NotableFields(rawValue: 16)
    /// The body is in several parts.
    static let multipart = NotableFields(rawValue: 32)
}

extension Headers {
    fileprivate var notable: NotableFields {
        var found: NotableFields = []
        if first(named: "Set-Cookie") != nil { found.insert(.setCookie) }
        if first(named: "Content-Encoding") != nil { found.insert(.contentEncoding) }
        if first(named: "Content-Length") != nil { found.insert(.contentLength) }
        if first(named: "Transfer-Encoding") != nil { found.insert(.transferEncoding) }
        if first(named: "Retry-After") != nil { found.insert(.retryAfter) }
        if let type = first(named: "Content-Type"),
            type.rawValue.starts(with: "multipart/".utf8, by: { $0.asciiLowercased == $1 })
        {
            found.insert(.multipart)
        }
        return found
    }
}

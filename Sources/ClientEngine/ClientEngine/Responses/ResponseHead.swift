internal import EngineSupport

/// The status line and the header fields of a response.
public struct ResponseHead: Sendable, Hashable {
    /// The status code, 100…999.
    public var status: StatusCode {
        get { stored.value.status }
        _modify { yield &stored.value.status }
    }
    /// The reason phrase as the server wrote it, or empty in HTTP/2.
    public var reason: String {
        get { stored.value.reason }
        _modify { yield &stored.value.reason }
    }
    /// The protocol version, as in `HTTP/1.1`.
    public var httpVersion: String {
        get { stored.value.httpVersion }
        _modify { yield &stored.value.httpVersion }
    }
    /// The header fields in order of arrival.
    public var headers: Headers {
        _read { yield stored.value.headers }
        _modify { yield &stored.value.headers }
    }
    /// The received bytes of the head, or empty if they are unknown, as in HTTP/2.
    public var wireBytes: [UInt8] {
        _read { yield stored.value.wireBytes }
    }

    /// Stored by reference, because heads are copied often and changed rarely.
    private var stored: CopyOnWriteBox<Stored>

    private struct Stored: Sendable, Hashable {
        var status: StatusCode
        var reason: String
        var httpVersion: String
        var headers: Headers { didSet { notable = headers.notable } }
        var wireBytes: [UInt8]
        /// Derived from the fields, and stored because each response needs it, and many have the same head.
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

    /// Returns whether the head contains at least one of the fields.
    func has(_ fields: NotableFields) -> Bool { !stored.value.notable.isDisjoint(with: fields) }

    /// The values of `Retry-After`.
    var retryAfter: [String] { has(.retryAfter) ? headers.values(of: "Retry-After") : [] }
}

/// The response fields that have an effect in the client.
struct NotableFields: OptionSet, Hashable {
    let rawValue: UInt8

    static let setCookie = NotableFields(rawValue: 1)
    static let contentEncoding = NotableFields(rawValue: 2)
    static let contentLength = NotableFields(rawValue: 4)
    static let transferEncoding = NotableFields(rawValue: 8)
    static let retryAfter = NotableFields(rawValue: 16)
    /// The body consists of several parts.
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

/// The status line and the header fields of a response.
public struct ResponseHead: Sendable, Hashable {
    /// The status code, 100…999.
    public var status: Int {
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
    /// The bytes the head arrived as.
    package var wireBytes: [UInt8] {
        _read { yield stored.value.wireBytes }
    }

    /// Behind one reference: heads are handed on often and changed seldom.
    private var stored: CopyOnWriteBox<Stored>

    private struct Stored: Sendable, Hashable {
        var status: Int
        var reason: String
        var httpVersion: String
        var headers: Headers
        var wireBytes: [UInt8]
    }

    package init(
        status: Int, reason: String, httpVersion: String = "HTTP/1.1", headers: Headers,
        wireBytes: [UInt8] = []
    ) {
        stored = CopyOnWriteBox(
            Stored(
                status: status, reason: reason, httpVersion: httpVersion, headers: headers,
                wireBytes: wireBytes))
    }
}

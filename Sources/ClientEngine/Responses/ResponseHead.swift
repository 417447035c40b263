/// The status line and the header fields of a response.
public struct ResponseHead: Sendable, Hashable {
    /// The status code, 100…999.
    public var status: Int
    /// The reason phrase as the server wrote it; empty in HTTP/2.
    public var reason: String
    /// The protocol version, as in `HTTP/1.1`.
    public var httpVersion: String
    /// The fields in the order they arrived.
    public var headers: Headers
    /// The bytes the head arrived as.
    package var wireBytes: [UInt8]

    package init(
        status: Int, reason: String, httpVersion: String = "HTTP/1.1", headers: Headers,
        wireBytes: [UInt8] = []
    ) {
        self.status = status
        self.reason = reason
        self.httpVersion = httpVersion
        self.headers = headers
        self.wireBytes = wireBytes
    }
}

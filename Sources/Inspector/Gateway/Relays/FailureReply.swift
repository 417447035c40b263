import ClientEngine
import InspectorHTTPServer
import InspectorValues

/// The response of the server if a task fails.
///
/// | failure of | before the head | after the head |
/// |---|---|---|
/// | a mock | as the mock specifies; 500 if no server can do that | as the mock specifies |
/// | an upstream server | 502, or 504 for a timeout | the connection ends within the body |
enum FailureReply {
    /// RST without any byte.
    case reset
    /// FIN without any byte.
    case silence
    /// Bytes that are not HTTP, or within a body not a chunk.
    case garbage
    /// FIN before the promised end.
    case cut
    case explained(BriefResponse)

    /// The libcurl code for a connection that ends without a byte (CURLE_GOT_NOTHING).
    private static let emptyReply = 52

    init(_ error: ClientError, of relay: Relay, isBegun: Bool) {
        let mock = relay.task.record.lastExchange?.start.mock
        switch (error.kind, mock) {
        case (.protocolViolation, _?): self = .garbage
        case _ where isBegun: self = .cut
        case (.connectionLost, _?): self = error.curlCode == Self.emptyReply ? .silence : .reset
        case (.invalidRequest, _): self = .explained(BriefResponse(400, error.lines))
        case (.timeout, _): self = .explained(BriefResponse(504, error.lines))
        case (_, let mock?):
            let why =
                "The mock “\(mock.name)” plays a failure that a server cannot, because it lies below HTTP.\n"
            self = .explained(BriefResponse(500, why + error.lines))
        case (_, nil): self = .explained(BriefResponse(502, error.lines))
        }
    }
}

extension ClientError {
    fileprivate var lines: String { "\(description)\n" + (hintWithFlags.map { "\($0)\n" } ?? "") }
}

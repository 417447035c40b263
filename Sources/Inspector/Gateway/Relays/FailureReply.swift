import ClientEngine
import InspectorHTTPServer
import InspectorValues

/// The way in which a failure of a task is shown to the program that waits for its answer.
///
/// | who failed | before the head | behind it |
/// |---|---|---|
/// | a mock | as the mock says, on the wire; what no server can do, 500 | as the mock says, on the wire |
/// | a server behind | 502, or 504 where time was up | the connection ends before the body does |
enum FailureReply {
    /// RST, and no byte.
    case reset
    /// FIN, and no byte.
    case silence
    /// Bytes that are no HTTP; within a body, no chunk.
    case garbage
    /// FIN where more was promised.
    case cut
    case explained(BriefResponse)

    /// libcurl's code for a connection that ends without a byte (CURLE_GOT_NOTHING).
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

/// Reads requests from the input of a connection, and counts the body bytes that it holds.
///
///     bytes ──▶ ReadBuffer ──▶ RequestParser ──▶ head, request, or an error
///                                   └── body ──▶ HeldBytes
package struct RequestReader: ~Copyable {
    private let limits: RequestParser.Limits
    private var parser: RequestParser
    private let share: HeldBytes.Share
    /// The last request without a body whose head arrived in one piece, with its bytes.
    ///
    /// Programs often repeat requests, which are then not parsed again.
    private var known: (head: [UInt8], request: ReceivedRequest)?
    /// The received bytes that belong to no request yet.
    package var input = ReadBuffer()

    package init(limits: RequestParser.Limits = .init(), held: HeldBytes? = nil) {
        self.limits = limits
        parser = RequestParser(limits: limits)
        share = HeldBytes.Share(of: held)
    }

    /// Reads the next step from the input.
    ///
    /// Call it again until it needs input.
    package mutating func next() -> RequestParser.Step {
        let isBetween = parser.isBetweenRequests
        if isBetween, let known, input.skip(known.head) { return .request(known.request) }
        let count = input.count
        let step = parser.next(&input)
        if isBetween, case .head(let request) = step, parser.hasRequest {
            known = (Array(input.last(count - input.count)), request)
        }
        return share.hold(parser.bodyBytes(in: step)) ? step : .refused(.tooMuchTogether)
    }

    /// Indicates whether the client waits for `100 Continue` before it sends the body.
    package var isAwaited: Bool { parser.expectsContinue && parser.isInBody && input.isEmpty }

    /// The part of a request that is currently arriving: none, a head, or a body.
    package var stage: ConnectionTimeouts.Stage {
        if parser.isInBody { return .body }
        return parser.isInHead || !input.isEmpty ? .head : .idle
    }

    /// Releases the reservation for the last request after it was answered.
    package func letGo() {
        _ = share.hold(0)
    }

    /// Resets the parser after a head, so that the body stays in the input.
    mutating func leaveBody() {
        parser = RequestParser(limits: limits)
    }
}

/// Makes requests of what arrives on a connection, and counts the bytes of bodies that it holds meanwhile.
///
///     bytes ──▶ ReadBuffer ──▶ RequestParser ──▶ head, request, or why there is none
///                                   └── body ──▶ HeldBytes
package struct RequestReader: ~Copyable {
    private let limits: RequestParser.Limits
    private var parser: RequestParser
    private let share: HeldBytes.Share
    /// The last request without a body whose head came in one piece, and the head's bytes: programs send the same ones again and
    /// again, which are not taken apart each time.
    private var known: (head: [UInt8], request: ReceivedRequest)?
    /// The bytes that arrived and belong to no request yet.
    package var input = ReadBuffer()

    package init(limits: RequestParser.Limits = .init(), held: HeldBytes? = nil) {
        self.limits = limits
        parser = RequestParser(limits: limits)
        share = HeldBytes.Share(of: held)
    }

    /// Takes from the input what makes a step; call again until it needs input.
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

    /// Indicates whether the client waits with its body until it is asked for it.
    package var isAwaited: Bool { parser.expectsContinue && parser.isInBody && input.isEmpty }

    /// The part of a request that is under way: none, a head, or a body.
    package var stage: ConnectionTimeouts.Stage {
        if parser.isInBody { return .body }
        return parser.isInHead || !input.isEmpty ? .head : .idle
    }

    /// Counts the bytes of the last request no more: it was answered.
    package func letGo() {
        _ = share.hold(0)
    }

    /// Leaves the body of a request whose head was read in the input.
    mutating func leaveBody() {
        parser = RequestParser(limits: limits)
    }
}

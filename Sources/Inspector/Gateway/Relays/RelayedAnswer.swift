import ClientEngine
import InspectorHTTPServer

/// An answer on its way from its relay to a connection.
///
///     Relay ── part ──▶ journal ──▶ as somebody has edited it ──▶ RelayWriter ──▶ bytes
///                          └── no mock answers: a page has to be made ──▶ replace
struct RelayedAnswer {
    /// What there is to be done next.
    enum Step {
        case needsParts
        /// Enough was written: it has to be sent before there is more.
        case isFull
        /// No mock answers, and the page that says so takes its place.
        case needsPage
        case ended(RelayWriter.Ending)
    }

    private static let fullOutput = 256 << 10

    let relay: Relay
    var request: ReceivedRequest { writer.request }
    private let held: HeldRelay?
    private let admin: AdminAPI?
    private var writer: RelayWriter

    init(
        _ relay: Relay, _ held: HeldRelay?, to request: ReceivedRequest, notedBy admin: AdminAPI?,
        after lastHead: RelayWriter.WrittenHead?
    ) {
        (self.relay, self.held, self.admin) = (relay, held, admin)
        writer = RelayWriter(request: request, after: held == nil ? lastHead : nil)
    }

    /// The head that was written last on the connection; nil where somebody may have edited it.
    var lastHead: RelayWriter.WrittenHead? { held == nil ? writer.lastHead : nil }

    /// Ends the answer because the program has disconnected; `unsent` bytes were written and not sent.
    func leave(unsent count: Int) {
        relay.leave(after: max(0, writer.bodyCount - count))
    }

    /// Indicates whether all of the answer was written, so that it goes out with the end of its task: who has it may leave, and is
    /// then not one who has left before it.
    var isComplete: Bool { writer.isComplete }

    /// Writes the parts that are there.
    mutating func write(into output: inout [UInt8]) -> Step {
        while let part = relay.next() {
            note(part)
            if case .head(let head) = part, isMiss(head) { return .needsPage }
            if let held {
                for part in held.handedOn(part) {
                    if let ending = writer.write(part, of: relay, into: &output) { return .ended(ending) }
                }
            } else if let ending = writer.write(part, of: relay, into: &output) {
                return .ended(ending)
            }
            if output.count >= Self.fullOutput { return .isFull }
        }
        return .needsParts
    }

    /// Answers with this, and not with what the relay brings.
    mutating func replace(by reply: BriefResponse, into output: inout [UInt8]) {
        writer.replace(by: reply, into: &output)
    }

    private func isMiss(_ head: ResponseHead) -> Bool {
        head.headers.first(named: "Unmocked-Request") != nil
            && relay.task.record.lastExchange?.start.mock == .unmatched
    }

    /// Writes a request down before its answer begins: who has got one finds the request there.
    private func note(_ part: Relay.Part) {
        guard let admin, !writer.hasBegun else { return }
        var status: StatusCode?
        if case .head(let head) = part { status = head.status }
        admin.journal.withLock { $0.note(request, answeredBy: relay.task.record, status: status) }
    }
}

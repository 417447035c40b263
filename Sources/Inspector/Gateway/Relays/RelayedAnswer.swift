import ClientEngine
import InspectorHTTPServer

/// A response in transit from its relay to a connection.
///
///     Relay ── part ──▶ journal ──▶ edited by the user? ──▶ RelayWriter ──▶ bytes
///                          └── no mock answers: a page must be made ──▶ replace
struct RelayedAnswer {
    /// The next action of the connection.
    enum Step {
        case needsParts
        /// The output buffer is full and must be sent first.
        case isFull
        /// No mock answers.
        ///
        /// A page with the nearest mocks must replace the response.
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

    /// The last head written on the connection, or `nil` if a held message may have changed it.
    var lastHead: RelayWriter.WrittenHead? { held == nil ? writer.lastHead : nil }

    /// Ends the response after the program disconnected.
    ///
    /// `unsent` bytes were written but not sent.
    func leave(unsent count: Int) {
        relay.leave(after: max(0, writer.bodyCount - count))
    }

    /// Indicates whether the whole response was written, so that only the end of its task is missing.
    ///
    /// A program that disconnects now has received everything and does not count as one that left early.
    var isComplete: Bool { writer.isComplete }

    /// Writes the available parts.
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

    /// Writes `reply` in place of the relay's response.
    mutating func replace(by reply: BriefResponse, into output: inout [UInt8]) {
        writer.replace(by: reply, into: &output)
    }

    private func isMiss(_ head: ResponseHead) -> Bool {
        head.headers.first(named: "Unmocked-Request") != nil
            && relay.task.record.lastExchange?.start.mock == .unmatched
    }

    /// Adds the request to the journal before its response begins, so that the program finds it there.
    private func note(_ part: Relay.Part) {
        guard let admin, !writer.hasBegun else { return }
        var status: StatusCode?
        if case .head(let head) = part { status = head.status }
        admin.journal.withLock { $0.note(request, answeredBy: relay.task.record, status: status) }
    }
}

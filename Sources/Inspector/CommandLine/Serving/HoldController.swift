import ClientEngine
import Dispatch
import EngineSupport
import InspectorGateway
import InspectorTaskFilter
import InspectorValues

/// Lets the messages of relays wait until somebody has decided about them.
///
///     relay ─▶ verdict(on:) ── waits ──▶ decide, toggle, releaseAll, end ─▶ goes on
///                                └ after the limit, or when the program has left
///
/// Every change is reported with what is held then, one after the other.
package final class HoldController: MessageHolder {
    /// A change: what is held now, and the message that went on because its time was up.
    package typealias Report = @Sendable (_ holds: Holds, _ expired: Holds.Message?) -> Void

    private struct State {
        var holds = Holds()
        var waiting: [TaskID: CheckedContinuation<HoldVerdict, Never>] = [:]
    }

    /// The time after which a message goes on as it is.
    package static let limit = Duration.seconds(600)

    private let time: any TimeSource
    private let limit: Duration
    private let state = Locked(State())
    private let report = Locked<Report>({ _, _ in })

    package init(_ time: any TimeSource, limit: Duration = HoldController.limit) {
        (self.time, self.limit) = (time, limit)
    }

    /// Calls a closure with every change from now on, on any thread; it must not change what is held.
    package func observe(_ report: @escaping Report) { self.report.withLock { $0 = report } }

    package var holds: Holds { state.withLock(\.holds) }

    // MARK: What somebody wants

    package func toggle(_ part: Holds.Part, of route: Route) { release { $0.toggle(part, of: route) } }

    package func releaseAll() { release { $0.removeAll() } }

    /// Lets everything go, and holds nothing any more.
    package func end() { release { $0.end() } }

    /// Decides about the message of a task; false where none is held.
    package func decide(_ verdict: HoldVerdict, of task: TaskID) -> Bool {
        settle(with: verdict) { $0.remove(task).map { [$0] } ?? [] } > 0
    }

    // MARK: What relays want

    package func heldParts(of route: Route) -> Set<Holds.Part> {
        state.withLock { $0.holds.parts(of: route) }
    }

    package func verdict(on part: Holds.Part, of task: TaskID, on route: Route) async -> HoldVerdict {
        let message = Holds.Message(task: task, part: part, route: route, since: time.now())
        return await withTaskCancellationHandler {
            await withCheckedContinuation { wait(for: message, $0) }
        } onCancel: {
            release { $0.remove(task).map { [$0] } ?? [] }
        }
    }

    private func wait(for message: Holds.Message, _ continuation: CheckedContinuation<HoldVerdict, Never>) {
        let isHeld = state.withLock { state in
            // Who was cancelled before finds nothing to take back.
            guard !Task.isCancelled, state.holds.hold(message) else { return false }
            state.waiting[message.task] = continuation
            return true
        }
        guard isHeld else { return continuation.resume(returning: .release) }
        tell(nil)
        let limit = DispatchTimeInterval.milliseconds(Int(limit.milliseconds))
        DispatchQueue.global().asyncAfter(deadline: .now() + limit) { [weak self] in self?.expire(message) }
    }

    private func expire(_ message: Holds.Message) {
        settle(with: .release, expired: message) { $0.expire(message).map { [$0] } ?? [] }
    }

    // MARK: Changes

    private func release(_ change: (inout Holds) -> [Holds.Message]) {
        settle(with: .release, change)
    }

    /// Changes what is held, and has what is not held any more go on; returns how many messages do.
    @discardableResult
    private func settle(
        with verdict: HoldVerdict, expired: Holds.Message? = nil,
        _ change: (inout Holds) -> [Holds.Message]
    ) -> Int {
        let (isChanged, gone) = state.withLock { state in
            let before = state.holds
            let gone = change(&state.holds).compactMap { state.waiting.removeValue(forKey: $0.task) }
            return (state.holds != before, gone)
        }
        for continuation in gone { continuation.resume(returning: verdict) }
        if isChanged { tell(expired) }
        return gone.count
    }

    private func tell(_ expired: Holds.Message?) {
        // Nobody else tells meanwhile: what is told last is what is held.
        report.withLock { report in report(holds, expired) }
    }
}

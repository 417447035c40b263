import FoundationEssentials

/// Reads the time from a clock of the caller, starting at its creation.
struct ClockTime: TimeSource {
    let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    private let began = Date()

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        self.clock = clock
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }

    func now() -> Instant { Instant(nanoseconds: elapsed().nanoseconds) }

    /// The date of the creation plus the time since then on the clock.
    func date() -> Date { began + elapsed().seconds }

    /// Waits until an instant of the clock.
    ///
    /// Throws if the Swift task is cancelled.
    func sleep(until instant: Instant) async throws {
        // A clock need not support the most distant instant.
        let far = Instant(nanoseconds: .max / 4)
        while now() < instant {
            try await sleep(.nanoseconds(min(instant, far).nanoseconds))
            // Gives other tasks a turn if a clock returns too early.
            await Task.yield()
        }
    }
}

/// Wakes a loop at an instant of the caller's clock.
///
/// Use it only on the loop thread.
final class ClockAlarm {
    private let time: ClockTime
    private let wake: @Sendable () -> Void
    private var instant: Instant?
    private var sleeper: Task<Void, Never>?

    init(_ time: ClockTime, wake: @escaping @Sendable () -> Void) {
        self.time = time
        self.wake = wake
    }

    deinit {
        sleeper?.cancel()
    }

    /// Sets the instant at which to wake the loop, replacing the previous one, or `nil` for never.
    func set(_ next: Instant?) {
        guard next != instant else { return }
        sleeper?.cancel()
        instant = next
        sleeper = next.map { next in
            Task { [time, wake] in
                if (try? await time.sleep(until: next)) != nil { wake() }
            }
        }
    }
}

import FoundationEssentials

/// Reads the time from somebody else's clock, from when it is made.
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

    /// The date at the beginning, and what has passed since on the clock.
    func date() -> Date { began + elapsed().seconds }

    /// Waits on the clock until an instant has come; throws where the Swift task is cancelled.
    func sleep(until instant: Instant) async throws {
        // No clock has to count as far as the end of time.
        let far = Instant(nanoseconds: .max / 4)
        while now() < instant {
            try await sleep(.nanoseconds(min(instant, far).nanoseconds))
            // Where a clock comes back too soon, others have a turn.
            await Task.yield()
        }
    }
}

/// Wakes a loop when somebody else's clock has come to an instant; loop thread only.
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

    /// Sets when to wake the loop, in place of what was set before; nil for never.
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

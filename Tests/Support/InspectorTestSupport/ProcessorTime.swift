import Foundation

/// The time that the processor spent on some work of this thread, however long it had to wait for the processor.
package func processorTime(of work: () throws -> Void) rethrows -> Duration {
    func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let begin = now()
    try work()
    return now() - begin
}

/// How many times as much processor time four times as much work takes: about 4 where time is linear, 16 where it is
/// quadratic.
///
/// It does not tell how fast a machine is, nor whether the code was optimised or is watched by a sanitizer. The least of some
/// measurements counts, and what takes less than a millisecond counts as a millisecond.
package func growth(to size: Int, of work: (_ size: Int) throws -> Void) rethrows -> Double {
    func least(of count: Int, _ size: Int) throws -> Duration {
        try (0..<count).map { _ in try processorTime { try work(size) } }.min() ?? .zero
    }
    let (little, much) = (try least(of: 3, size / 4), try least(of: 2, size))
    return max(much, .milliseconds(1)) / max(little, .milliseconds(1))
}

/// How many times as much processor time code may take because ThreadSanitizer watches it: 1 where it does not.
package let sanitizerSlowdown = dlsym(nil, "__tsan_init") == nil ? 1 : 10

import Foundation

/// Returns the processor time that `work` takes on this thread, independent of the load of the machine.
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

/// Returns the factor by which the processor time grows if the amount of work grows by four.
///
/// It is about 4 for linear time and 16 for quadratic time, on any machine, optimised or not, with or without a
/// sanitizer. The minimum of several measurements counts, and less than a millisecond counts as a millisecond.
package func growth(to size: Int, of work: (_ size: Int) throws -> Void) rethrows -> Double {
    func least(of count: Int, _ size: Int) throws -> Duration {
        try (0..<count).map { _ in try processorTime { try work(size) } }.min() ?? .zero
    }
    let (little, much) = (try least(of: 3, size / 4), try least(of: 2, size))
    return max(much, .milliseconds(1)) / max(little, .milliseconds(1))
}

/// The factor by which ThreadSanitizer may slow code down, or 1 without it.
package let sanitizerSlowdown = dlsym(nil, "__tsan_init") == nil ? 1 : 10

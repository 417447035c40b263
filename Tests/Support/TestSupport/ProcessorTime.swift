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

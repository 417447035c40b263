import Glibc

/// Runs on the loop thread and owns what lives there: timers, libcurl's handles, the drivers of running tasks.
///
/// ```
///   any thread ──jobs──▶ LoopInbox ──eventfd──┐
///                                             ▼
///   sockets ───────────epoll_wait──▶ run(): jobs → libcurl → due timers → signals → drivers
///                                             │
///                                             └──events──▶ observers
/// ```
///
/// Not `Sendable`: it is made on the thread, handed to each job, and cannot leave.
final class EngineLoop {
    let time: any TimeSource
    let configuration: Client.Configuration
    let mocks: MockStore
    /// The answers that are kept.
    var cache: ResponseCache?
    /// Called with a request that asks anew about a kept answer, which the task was given meanwhile.
    var onRefresh: ((Request, TaskID) -> Void)?
    let poller = SocketPoller()
    private(set) lazy var multi = CurlMulti(poller: poller, congestion: congestion)
    private(set) lazy var trust = TrustDesk(configuration.tls.challenge, inbox: inbox)
    private(set) lazy var admission = Admission(capacity: configuration.maximumConcurrentExchanges)
    /// The drivers of live tasks.
    var drivers: [TaskID: TaskDriver] = [:]
    /// Called when everything is closed.
    var onEnd: (() -> Void)?
    private let congestion: Congestion
    private let inbox: LoopInbox
    private var timers = TimerQueue<() -> Void>()

    init(_ configuration: Client.Configuration, mocks: MockStore, congestion: Congestion, inbox: LoopInbox) {
        self.configuration = configuration
        time = configuration.time
        self.mocks = mocks
        self.congestion = congestion
        self.inbox = inbox
    }

    /// Sets a timer on the client's clock.
    func schedule(at instant: Instant, _ fire: @escaping () -> Void) -> TimerQueue<() -> Void>.ID {
        timers.set(fire, at: instant)
    }

    /// Forgets a timer.
    func unschedule(_ id: TimerQueue<() -> Void>.ID) {
        timers.clear(id)
    }

    /// A call, from any thread, that has the loop run the job.
    func call(_ job: @escaping LoopInbox.Job) -> @Sendable () -> Void {
        { [inbox] in inbox.enqueue(job) }
    }

    /// Works until the inbox is stopped.
    func run() {
        multi.onDelivery = { [unowned self] in watchDeadlines(of: $0) }
        multi.onRelease = { [unowned self] in stopWatching($0) }
        poller.watch(inbox.descriptor)
        while let jobs = inbox.drain() {
            for job in jobs { job(self) }
            multi.perform()
            poller.wait(milliseconds: sleepTime())
            for ready in poller.ready where ready.descriptor != inbox.descriptor {
                multi.socketIsReady(ready.descriptor, mask: ready.mask)
            }
            // Behind the sockets: what has arrived must not be judged late because the loop was busy.
            while let fire = timers.popDue(at: time.now()) { fire() }
            multi.deliverSignals()
        }
        multi.close()
        onEnd?()
    }

    /// Looks at a transfer's deadlines when the nearest may have passed.
    ///
    /// Bytes that arrive move deadlines without touching the timer: it looks, finds nothing due, and is set again.
    func watchDeadlines(of transfer: Transfer) {
        guard let next = transfer.deadlines.next, transfer.check.map({ next < $0.at }) ?? true else { return }
        stopWatching(transfer)
        let timer = schedule(at: next) { [unowned self, unowned transfer] in
            transfer.check = nil
            if let error = transfer.overdue(now: time.now()) {
                multi.expire(transfer, with: error)
            } else {
                watchDeadlines(of: transfer)
            }
        }
        transfer.check = Transfer.DeadlineCheck(at: next, timer: timer)
    }

    private func stopWatching(_ transfer: Transfer) {
        guard let check = transfer.check else { return }
        transfer.check = nil
        unschedule(check.timer)
    }

    /// How long nothing is due, in milliseconds; -1 when nothing ever is.
    private func sleepTime() -> Int32 {
        if multi.hasWork { return 0 }
        var until: [Duration] = []
        if let next = timers.next { until.append(next - time.now()) }
        if let next = multi.nextTimeout { until.append(next - SystemTime().now()) }
        guard let least = until.min() else { return -1 }
        return Int32(clamping: max(0, (least.nanoseconds + 999_999) / 1_000_000))
    }
}

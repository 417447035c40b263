import Glibc

/// Runs on its thread and owns what lives there: timers, libcurl's handles, the running tasks.
///
/// ```
///   any thread ──work──▶ LoopInbox ──eventfd──┐
///                                             ▼
///   sockets ───────────epoll_wait──▶ run(): work → libcurl → due timers → signals → tasks
///                                             │
///                                             └──events──▶ observers
/// ```
///
/// Not `Sendable`: it is made on the thread, handed to each job, and cannot leave. A client has one or several; what these have in
/// common is in ``SharedParts``. What changes with every event is not checked
/// for exclusive access when the program runs.
final class EngineLoop {
    let time: ClientTime
    let shared: SharedParts
    /// Called with a request that asks anew about a kept answer, which the task was given meanwhile.
    var onRefresh: ((Request, TaskID) -> Void)?
    /// The inbox for jobs of other threads.
    let inbox: LoopInbox
    let poller = SocketPoller()
    let multi: CurlMulti
    /// The tasks that live here.
    @exclusivity(unchecked) var tasks: [TaskID: any LoopTask] = [:]
    /// Those whose sockets are watched for them, by the descriptors.
    @exclusivity(unchecked) private var guests: [Int32: any LoopGuest] = [:]
    /// The callbacks of other threads.
    private(set) var callbacks = LoopCallback.Table()
    /// Holds the beginnings of tasks back while somebody has asked for that.
    @exclusivity(unchecked) var gate = TaskGate<TaskStart>()
    /// Called when everything is closed.
    var onEnd: (() -> Void)?
    /// The events of the task that is at work, on their way into its story.
    let news = MovingQueue<Event>()
    /// Empty queues that tasks put in what is to be done.
    @exclusivity(unchecked) private var actions: [MovingQueue<TaskMachine.Action>] = []
    /// The tasks with events of this turn; the observers of the client are told of them at its end.
    @exclusivity(unchecked) private var tellers: [any EventTeller] = []
    /// The tasks off the loop that begin behind the turn's events.
    @exclusivity(unchecked) private var beginning: [OffLoopTask] = []
    /// The work that was taken from the inbox.
    @exclusivity(unchecked) private var taken: [LoopInbox.Work?] = []
    /// The tasks that have ended in this turn.
    @exclusivity(unchecked) private var ended: [any LoopTask] = []
    @exclusivity(unchecked) private var timers = TimerQueue<() -> Void>()
    /// The alarm that wakes the loop where the clock is not the machine's.
    private lazy var alarm = (shared.configuration.time as? ClockTime).map { time in
        ClockAlarm(time) { [inbox] in inbox.wake() }
    }
    /// The work that is due at the end of the turn.
    @exclusivity(unchecked) private var soon: [any Firing] = []
    /// The scripts of the mocks that answered last.
    let mockScripts = RecentMockScripts()
    /// Looks again after the readers of events that are behind.
    private var readersTimer: TimerQueue<() -> Void>.ID?
    /// The earliest instant at which a transfer may have waited too long.
    @exclusivity(unchecked) private var nextDeadline: Instant?
    /// The parts that decisions about retries need from outside.
    let retryInputs: RetryInputs

    init(_ shared: SharedParts, inbox: LoopInbox) {
        self.shared = shared
        self.inbox = inbox
        time = ClientTime(shared.configuration.time)
        retryInputs = RetryInputs(
            date: shared.configuration.time.date, random: shared.configuration.random)
        multi = CurlMulti(shared, poller: poller, time: time)
    }

    /// An empty queue for what is to be done for a task.
    func takeActions() -> MovingQueue<TaskMachine.Action> { actions.popLast() ?? MovingQueue(capacity: 4) }

    /// Takes the queue of a task back that is gone.
    func takeBack(_ queue: MovingQueue<TaskMachine.Action>) {
        queue.removeAll()
        if actions.count < Self.keptQueues { actions.append(queue) }
    }

    /// The number of queues that are kept for later.
    private static let keptQueues = 256

    /// Sets a timer on the client's clock.
    func schedule(at instant: Instant, _ fire: @escaping () -> Void) -> TimerQueue<() -> Void>.ID {
        timers.set(fire, at: instant)
    }

    /// Has a step played at the end of the turn.
    func fireSoon(_ exchange: any Firing) {
        soon.append(exchange)
    }

    func unschedule(_ id: TimerQueue<() -> Void>.ID) {
        timers.clear(id)
    }

    /// Looks after the readers of events that are behind: transfers do not pause for ever.
    func waitForReaders() {
        if let readersTimer { unschedule(readersTimer) }
        readersTimer = shared.backpressure.review(at: time.now()).map { next in
            schedule(at: next) { [unowned self] in waitForReaders() }
        }
    }

    /// Has other threads call back: the job runs on the loop, for each call, until it is forgotten.
    func callback(_ job: @escaping () -> Void) -> LoopCallback {
        callbacks.add(job, inbox: inbox)
    }

    /// Has a callback do nothing from now on.
    func forget(_ callback: LoopCallback) {
        callbacks.forget(callback)
    }

    /// Holds somebody whose socket the poller is told to watch.
    func add(_ guest: any LoopGuest, at descriptor: Int32) {
        guests[descriptor] = guest
    }

    /// Watches a socket no more, and lets its owner go.
    func removeGuest(at descriptor: Int32) {
        poller.want(0, of: descriptor)
        guests[descriptor] = nil
    }

    func wakeGuests() {
        for guest in guests.values { guest.wake() }
    }

    /// Has work begin off the loop, once the turn's events were told.
    func begin(_ work: OffLoopTask) {
        beginning.append(work)
    }

    /// Has a task end where its completion wants it, once its events were told.
    func end(_ task: any LoopTask) {
        ended.append(task)
    }

    /// Tells what the turn has brought: first the observers, then those who are to work, or wait for tasks that have ended.
    private func endTurn() {
        publish()
        if !beginning.isEmpty {
            for work in beginning { work.begin() }
            beginning.removeAll(keepingCapacity: true)
        }
        guard !ended.isEmpty else { return }
        var ended = ended
        self.ended = []
        self.ended.reserveCapacity(ended.count)
        for task in ended { task.end() }
        publish()
        ended.reverse()
        while let task = ended.popLast() { Self.tellEnd(of: task).resume() }
    }

    /// Lets a task go before those who wait for it are woken: what they have made for it is then freed by them, where they have made it.
    @inline(never)
    private static func tellEnd(of task: consuming any LoopTask) -> TaskWaiters { task.tellEnd() }

    /// Has the observers told of a task's events at the end of the turn.
    func publish(_ task: any EventTeller) {
        tellers.append(task)
    }

    private func publish() {
        guard !tellers.isEmpty else { return }
        shared.hub.publish(tellers)
        tellers.removeAll(keepingCapacity: true)
    }

    /// Works until the inbox is stopped.
    func run() {
        multi.onDelivery = { [unowned self] in watchDeadlines(of: $0) }
        inbox.adoptThread()
        poller.watch(inbox.descriptor)
        while work() {
            multi.perform()
            endTurn()
            poller.wait(milliseconds: sleepTime())
            for ready in poller.ready {
                if ready.descriptor == inbox.descriptor {
                    inbox.noteAwake()
                } else if let guest = guests[ready.descriptor] {
                    guest.socketIsReady(ready.mask)
                } else {
                    multi.socketIsReady(ready.descriptor, mask: ready.mask)
                }
            }
            // Behind the sockets: what has arrived must not be judged late because the loop was busy.
            while fireSoon() || fireNext(time.now()) {}
            multi.deliverSignals()
            endTurn()
        }
        multi.close()
        alarm?.set(nil)
        onEnd?()
    }

    /// Does what is in the inbox, and what that puts there; false once the loop is to end.
    ///
    /// Tasks that keep each other going have the sockets looked at now and then.
    private func work() -> Bool {
        for _ in 0..<16 {
            guard inbox.drain(into: &taken) else { return false }
            if taken.isEmpty { break }
            for index in taken.indices { if let item = taken[index].take() { perform(item) } }
            taken.removeAll(keepingCapacity: taken.count <= Self.keptQueues)
            // Before anything goes out: who cancels a task upon its beginning is in time.
            publish()
        }
        return true
    }

    private func perform(_ work: consuming LoopInbox.Work) {
        switch consume work {
        case .job(let job): job(self)
        case .start(let start): start.begin(on: self)
        case .task(let task, let executor): task.runSynchronously(on: executor)
        }
    }

    /// Looks at a transfer's deadlines when the nearest may have passed.
    ///
    /// One instant serves all transfers, and bytes that arrive move deadlines without touching it: when it comes, all
    /// are looked at, which is seldom, while transfers begin and end often.
    func watchDeadlines(of transfer: Transfer) {
        guard let next = transfer.deadlines.next, nextDeadline.map({ next < $0 }) ?? true else { return }
        nextDeadline = next
    }

    /// Plays what is due at the end of the turn; false when nothing is.
    private func fireSoon() -> Bool {
        guard !soon.isEmpty else { return false }
        let due = soon
        soon = []
        soon.reserveCapacity(due.count)
        for exchange in due { exchange.fire() }
        return true
    }

    /// Does what is due first; false when nothing is.
    private func fireNext(_ now: Instant) -> Bool {
        if let deadline = nextDeadline, deadline <= now, timers.next.map({ deadline <= $0 }) ?? true {
            checkDeadlines(now)
            return true
        }
        guard let fire = timers.popDue(at: now) else { return false }
        fire()
        return true
    }

    private func checkDeadlines(_ now: Instant) {
        nextDeadline = nil
        for transfer in multi.live where transfer.isLive {
            if let error = transfer.overdue(now: now) {
                multi.expire(transfer, with: error)
            } else {
                watchDeadlines(of: transfer)
            }
        }
    }

    /// Returns the milliseconds until something is due; -1 when nothing ever is.
    private func sleepTime() -> Int32 {
        if multi.hasWork || inbox.hasWork || !soon.isEmpty { return 0 }
        if multi.live.isEmpty { nextDeadline = nil }
        var least = Int64.max
        let next = [timers.next, nextDeadline].lazy.compactMap({ $0 }).min()
        if let alarm {
            alarm.set(next)
            if let next, next <= time.now() { return 0 }
        } else if let next {
            least = (next - time.now()).nanoseconds
        }
        if let next = multi.nextTimeout {
            least = min(least, (next - SystemTime().now()).nanoseconds)
        }
        return least == .max ? -1 : Int32(clamping: max(0, least.addingSaturated(999_999) / 1_000_000))
    }
}

/// Performs the actions of a task's state machine, on the loop thread: the machine decides, the driver acts.
///
/// It also runs the exchanges of the task, one at a time. State that changes with every signal has no runtime checks
/// for exclusive access. Only one thread uses it, and the machine, which is a value, calls no other code.
final class TaskDriver: LoopTask {
    let core: TaskCore
    let pipeline: ResponsePipeline
    /// Receives the body instead of the response.
    let receiver: (any BodyReceiver)?
    let loop: EngineLoop
    /// The events of the task, on their way into its story.
    let news: MovingQueue<Event>
    @exclusivity(unchecked) var machine: TaskMachine
    /// The work for the task off the loop, one piece at a time.
    ///
    /// Most tasks have none.
    private(set) lazy var offLoop: OffLoopTask = makeOffLoop()
    @exclusivity(unchecked) private var hasOffLoop = false
    @exclusivity(unchecked) var exchange = RunningExchange()
    /// The credentials of the newest exchange.
    @exclusivity(unchecked) var credentials: Credentials?
    @exclusivity(unchecked) private var receiverCallback: LoopCallback?
    /// The newest attempt whose own header fields were requested.
    @exclusivity(unchecked) var attemptWithFields: Int?
    /// The token of the newest credentials.
    var token: (any Sendable)?
    /// The answers to a server that asks for Digest authentication.
    @exclusivity(unchecked) var digest: DigestProof?
    @exclusivity(unchecked) var response: Response?
    /// The reason why the newest response could not be parsed.
    @exclusivity(unchecked) var failure: (any Error)?
    /// The event that reports the end, if the machine has reached it.
    @exclusivity(unchecked) private var lastEvent: Event?
    /// The expected end, and the decision about it.
    @exclusivity(unchecked) private var completion: PendingCompletion?
    @exclusivity(unchecked) private var decision: PendingCompletion.Decision?
    @exclusivity(unchecked) private var retryTimer: TimerQueue<() -> Void>.ID?
    @exclusivity(unchecked) private var limitTimer: TimerQueue<() -> Void>.ID?
    @exclusivity(unchecked) private var isActing = false

    init(
        _ prepared: PreparedRequest, core: TaskCore, pipeline: ResponsePipeline, loop: EngineLoop,
        resumed: Instant
    ) {
        let receiver = pipeline.receiver
        machine = TaskMachine(
            id: core.id, prepared, created: resumed, canStartOver: receiver?.canStartOver == true,
            loop.retryInputs, telling: loop.news, asking: loop.takeActions())
        news = loop.news
        // At the end, where they are moved.
        self.receiver = receiver
        self.core = core
        self.pipeline = pipeline
        self.loop = loop
        guard let receiver else { return }
        let callback = loop.callback { [unowned self] in receiverCalls() }
        receiver.connect { callback() }
        receiverCallback = callback
    }

    deinit {
        // The driver has the only reference to the machine's queue.
        loop.takeBack(machine.actions)
    }

    /// Starts the task, unless it has been cancelled.
    func begin(isCancelled: Bool) {
        if isCancelled {
            feed(.cancel)
        } else if let error = machine.prepared.error {
            feed(.reject(error))
        } else {
            feed(pipeline.adapt == nil ? .start : .adapt)
        }
    }

    func receive(_ command: TaskCommand) {
        switch command {
        case .cancel: feed(.cancel)
        case .retryNow: feed(.retryNow)
        case .giveUp: feed(.giveUp)
        }
    }

    func tell(_ kind: Event.Kind) {
        passOn()
        news.append(Event(task: core.id, at: loop.time.now(), kind))
        note()
    }

    func leave(after count: Int) {
        tell(.programLeft(after: count))
        feed(.leave)
    }

    /// Passes an input to the machine, and performs its actions.
    ///
    /// The parameter `instant` is the time of the input, if it is not now.
    func feed(_ input: TaskMachine.Input, at instant: Instant? = nil) {
        if case .cancel = input, lastEvent != nil { return settle(.cancelled) }
        passOn()
        machine.handle(input, at: instant ?? loop.time.now())
        // Before the actions, which may add events themselves.
        if !news.isEmpty { note() }
        guard !isActing else { return }
        isActing = true
        // Actions may cause inputs, which cause further actions.
        while let action = machine.actions.popFirst() { act(action) }
        isActing = false
    }

    /// Reports the events of the exchange, before anything else happens to this task or others.
    func passOn() {
        guard !news.isEmpty else { return }
        if news.withElements({ machine.note($0) }) { return note() }
        while let event = news.popFirst() { feed(.signal(.told(event.kind)), at: event.at) }
    }

    /// Moves the events to the task's story.
    private func note() {
        if core.note(news) { loop.publish(core) }
    }

    private func act(_ action: TaskMachine.Action) {
        switch action {
        case .adapt: adapt()
        case .prepare(let exchangeRequest): prepare(exchangeRequest)
        case .challenge(let exchangeRequest): challenge(exchangeRequest)
        case .decide(let ended): decide(about: ended)
        case .abort: stop()
        // An unexpected input is a fault of the engine. A debug build stops here; otherwise the task ends with an
        // error.
        case .report(let words): assertionFailure("task \(core.id) does not expect \(words)")
        case .set(let timer, let instant):
            clear(timer)
            let id = loop.schedule(at: instant) { [unowned self] in feed(.fired(timer)) }
            switch timer {
            case .retry: retryTimer = id
            case .limit: limitTimer = id
            }
        case .clear(let timer): clear(timer)
        case .parse: parse()
        case .finish: finish()
        }
    }

    private func makeOffLoop() -> OffLoopTask {
        hasOffLoop = true
        return OffLoopTask(of: core, on: loop, preferring: machine.prepared.settings.options.taskExecutor)
    }

    private func stop() {
        stopExchange()
        if hasOffLoop { offLoop.cancel() }
    }

    private func clear(_ timer: TaskMachine.Timer) {
        switch timer {
        case .retry: retryTimer = unscheduled(retryTimer)
        case .limit: limitTimer = unscheduled(limitTimer)
        }
    }

    private func unscheduled(_ timer: TimerQueue<() -> Void>.ID?) -> TimerQueue<() -> Void>.ID? {
        if let timer { loop.unschedule(timer) }
        return nil
    }

    // MARK: - The end

    private func finish() {
        guard let event = machine.end, case .taskEnded(let outcome) = event.kind else { return }
        lastEvent = event
        clear(.retry)
        clear(.limit)
        stop()
        // Interceptors have already processed an answer that could not be parsed in time.
        guard case .failed(let error) = outcome, error.label != "timeout/process",
            let explain = pipeline.explain
        else { return settle(outcome) }
        if let deadline = machine.deadline {
            let end = max(deadline, loop.time.now() + Self.lastWords)
            limitTimer = loop.schedule(at: end) { [unowned self] in settle(outcome) }
        }
        offLoop.run { [response, task = core.intercepted] in
            await explain(error, response, task)
        } then: { [unowned self] _ in
            settle(outcome)
        }
    }

    /// The time that interceptors may take for a failure, if the deadline of the task is nearer or was the failure.
    private static let lastWords = Duration.seconds(1)

    private func settle(_ outcome: TaskOutcome) {
        guard var event = lastEvent else { return }
        lastEvent = nil
        event.kind = .taskEnded(outcome)
        if hasOffLoop { offLoop.cancel() }
        clear(.limit)
        if let receiverCallback { loop.forget(receiverCallback) }
        loop.tasks[core.id] = nil
        completion = PendingCompletion(core: core, event: event, response: response)
        if let receiver, !receiver.closeAtOnce(outcome, response) {
            // Code that waits for the task finds the file at its final path, or removed.
            completion?.close = { receiver.close($0, $1) }
        }
        loop.end(self)
    }

    func end() {
        guard let completion = completion.take() else { return }
        decision = pipeline.settle(completion)
        if decision != nil { loop.publish(core) }
    }

    func tellEnd() -> TaskWaiters {
        decision.take().map { pipeline.tell($0) } ?? TaskWaiters()
    }
}

/// What starts a task on its loop.
enum TaskStart: Sendable {
    /// The request is sent.
    case sending(PreparedRequest, TaskCore, ResponsePipeline)
    /// Other code performs the task.
    case elsewhere(LoopInbox.Job)

    /// Starts the task, or makes it wait while tasks are held.
    ///
    /// Loop thread only.
    consuming func begin(on loop: EngineLoop) {
        switch consume self {
        case .sending(let prepared, let core, let pipeline):
            let beginning = core.beginning
            if beginning.isUntold { loop.publish(core) }
            if loop.gate.isClosed { return loop.gate.hold(.sending(prepared, core, pipeline)) }
            let id = core.id
            let driver = TaskDriver(
                prepared, core: core, pipeline: pipeline, loop: loop, resumed: beginning.resumed)
            loop.tasks[id] = driver
            driver.begin(isCancelled: beginning.isCancelRequested)
        case .elsewhere(let job): job(loop)
        }
    }
}

/// Does what a task's machine asks for, on the loop thread: the machine decides, the driver acts.
///
/// It runs the task's exchanges, too, one at a time.
///
/// State that changes with every signal is not checked for exclusive access when the program runs: one thread alone comes
/// here, and the machine, a value, calls nobody.
final class TaskDriver: LoopTask {
    let core: TaskCore
    let pipeline: ResponsePipeline
    /// Takes the body in place of the response.
    let receiver: (any BodyReceiver)?
    let loop: EngineLoop
    /// Its events, on their way into its story.
    let news: MovingQueue<Event>
    @exclusivity(unchecked) var machine: TaskMachine
    /// The work that is done for the task off the loop, one thing at a time; most tasks have none.
    private(set) lazy var offLoop: OffLoopTask = makeOffLoop()
    @exclusivity(unchecked) private var hasOffLoop = false
    @exclusivity(unchecked) var exchange = RunningExchange()
    /// The credentials that go with the newest exchange.
    @exclusivity(unchecked) var credentials: Credentials?
    @exclusivity(unchecked) private var receiverCallback: LoopCallback?
    /// The newest attempt whose own fields were asked for.
    @exclusivity(unchecked) var attemptWithFields: Int?
    /// The token of the newest proof.
    var token: (any Sendable)?
    /// The answers to a server that asks for Digest.
    @exclusivity(unchecked) var digest: DigestProof?
    @exclusivity(unchecked) var response: Response?
    /// The reason why the newest response could not be parsed.
    @exclusivity(unchecked) var failure: (any Error)?
    /// The event that tells the end, once the machine has come to it.
    @exclusivity(unchecked) private var lastEvent: Event?
    /// The end as it will be, and as it was decided.
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
        // Nobody else has it: the machine goes, too.
        loop.takeBack(machine.actions)
    }

    /// Begins the task, unless somebody has cancelled it before.
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

    /// Hands an input to the machine and does what it answers.
    ///
    /// `instant` is when it happened, if not now.
    func feed(_ input: TaskMachine.Input, at instant: Instant? = nil) {
        if case .cancel = input, lastEvent != nil { return settle(.cancelled) }
        passOn()
        machine.handle(input, at: instant ?? loop.time.now())
        // At once: what is done may bring events itself.
        if !news.isEmpty { note() }
        guard !isActing else { return }
        isActing = true
        // What is done may bring inputs, and these further actions.
        while let action = machine.actions.popFirst() { act(action) }
        isActing = false
    }

    /// Tells what was heard of the exchange: before anything else happens to the task, or to others.
    func passOn() {
        guard !news.isEmpty else { return }
        if news.withElements({ machine.note($0) }) { return note() }
        while let event = news.popFirst() { feed(.signal(.told(event.kind)), at: event.at) }
    }

    /// Moves the news to the task's story.
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
        // What a machine does not expect is a fault of ours: here it is seen at once, elsewhere the task ends with an error.
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
        // Those who look at answers were asked about one that could not be processed in time.
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

    /// The time that those who look at failures may take over one, where the task's deadline is nearer, or was the
    /// failure.
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
            // Whoever waits for the task finds the file in its place, or gone.
            completion?.close = { await receiver.close($0, $1) }
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

/// What begins a task on its loop.
enum TaskStart: Sendable {
    /// Its request is sent.
    case sending(PreparedRequest, TaskCore, ResponsePipeline)
    /// Somebody else runs it.
    case elsewhere(LoopInbox.Job)

    /// Begins the task, or has it wait at the gate; on the loop thread.
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

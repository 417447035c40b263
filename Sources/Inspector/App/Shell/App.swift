import ClientEngine
import ClientEngineRecording
import EngineSupport
import FoundationEssentials
import Glibc
import InspectorCanvas
import InspectorCommandLine
import InspectorHistory
import InspectorScreen
import InspectorValues
import InspectorWorkspace
import RequestFormats

/// The screen of the program: waits, lets the state change, draws.
///
/// ```
///  EventLoop ─▶ keys ─┐                       ┌─▶ Effects ─▶ Client, DiskQueue, editor
///  Mailbox ─▶ events ─┴▶ update(&state) ──────┤                     │
///      ▲                                      └─▶ draw(state) ─▶ Terminal
///      └────────── observers, answers of the disk ◀─────────────────┘
/// ```
/// The first frame after a rest comes at once; after it at most 60 a second, and as many for keys, which do not wait for
/// those of events. With nothing live the wait has no end.
struct App {
    /// The settings of the screen.
    struct Options {
        var isASCII = false
        /// The characters that may be sent to the terminal.
        var charset = Charset.utf8
        /// The look that a flag asks for.
        var theme: ThemeName?
        var usesColor = true
        /// The name of the workspace in the first line; nil is the folder's.
        var title: String?
        var timeouts = Timeouts.standard
        var isInsecure = false
        /// The number of bytes of bodies that the session keeps, where a flag says it.
        var keptBodies: Int?
        /// The content of the configuration file.
        var configuration = ConfigFile.Reading()
        var configurationFile = ConfigFile.ofProcess
        var notice: String?
        var first: OutgoingRequest?
        /// Finds what is wrong with the files that were named, one line each.
        var findProblems: @Sendable () -> [String] = { [] }
        /// The text of the draft that is open at the start.
        var draft: String?
        /// The settings of the history; nil keeps no task.
        var history: HistorySession?
        /// The program that is watched; nil where there is none.
        var program: WatchedProgram?
        /// Hears of programs that are attached; nil where there are none.
        var listener: AttachListener?
        /// Holds messages of other programs; nil where none come through here.
        var holds: HoldController?
        /// Hides secrets in what is exported.
        var redaction = Redaction()
        /// The tasks of an archive that was opened.
        var archived: HARTasks?
    }

    private static let frameInterval = Duration.milliseconds(16)
    private static let tickInterval = Duration.milliseconds(100)
    private static let restBeforeTidying = Duration.seconds(1)

    /// The time that the end of the program waits for what is still to be written, and the part of it in silence.
    private static let patienceWithDisk = (silent: Duration.seconds(1), last: Duration.seconds(4))

    let terminal: Terminal
    let options: Options
    /// The configuration file as it counts.
    var configuration = ConfigFile.Reading()
    let mailbox: Mailbox<Arrivals>
    private let disk: DiskQueue
    private let effects: Effects
    private let time: any TimeSource
    private var loop: EventLoop
    var state: State
    /// The way of showing images that the screen knows of.
    var images = ImageSettings()
    private var needsDrawing = true
    /// Indicates whether the next frame is the answer to a key.
    private var answersKey = false
    private var lastAnswer: Instant?
    /// The keys that were typed and not answered yet.
    private var typed: ArraySlice<Key> = []
    /// The instant from which on keys wait for an answer of the disk.
    private var heldSince: Instant?
    /// The work of the disk that the screen says it waits for.
    private var waitedFor: String?
    private var lastDrawn: Instant?
    /// Indicates whether something came in since memory was last given back; starting is work, too.
    private var hasWorked = true
    /// The signal that asks for the end; a terminal that is gone counts as one even before the signal comes.
    private var fatalSignal: Int32?

    /// Runs the screen until it is left, and returns the exit status: 128 and the signal when one asked for the end.
    ///
    /// - Throws: a ``TerminalError`` when there is no terminal to draw on.
    static func run(workspace: Workspace, client: Client, options: Options) throws(TerminalError) -> Int32 {
        guard let wake = WakePipe() else { throw .failed }
        let mailbox = Mailbox(Arrivals(), waking: wake)
        let time = client.configuration.time
        let disk = DiskQueue(time: time) { answer, heldKeys in
            mailbox.add { $0.answers.append((answer, heldKeys)) }
        }
        guard isUsable(options, disk, mailbox) else { return ExitStatus.usage.rawValue }
        let background = Theme.Background(colorFGBG: ProcessEnvironment.variables["COLORFGBG"])
        let preferences = options.configuration.preferences
        let (theme, colors) = options.look(with: preferences)
        let terminal = try Terminal(
            Terminal.Options(
                theme: theme, colors: colors, background: background, usesColor: options.usesColor,
                usesMouse: preferences.usesMouse ?? true, images: preferences.images))
        defer { terminal.close() }
        let observation = client.observeBatches { events in mailbox.add { $0.events += events } }
        defer { observation.cancel() }
        let history = keep(options, mailbox)
        let effects = Effects(
            client: client, workspace: workspace, terminal: terminal, mailbox: mailbox, disk: disk,
            history: history, past: options.history.map { HistoryEffects($0, time: time, mailbox) },
            redaction: options.redaction, program: options.program, listener: options.listener,
            holds: options.holds)
        var app = App(
            terminal, options, wake: wake, mailbox: mailbox, disk: disk, effects: effects, time: time,
            settings: settings(workspace, options))
        let watch = follow(options.configurationFile, disk)
        defer { withExtendedLifetime(watch) {} }
        let status = app.run()
        terminal.close()
        options.holds?.end()
        app.endProgram()
        finish(history)
        return finish(disk, mailbox) || status != 0 ? status : 1
    }

    static func settings(_ workspace: Workspace, _ options: Options) -> ScreenSettings {
        ScreenSettings(
            workspace: options.title ?? workspace.title, secondsFromGMT: LocalTime.secondsFromGMT(at: Date()),
            charset: options.charset, timeouts: options.timeouts, isInsecure: options.isInsecure,
            day: Date().dayText(secondsFromGMT: LocalTime.secondsFromGMT(at: Date())),
            hasHistory: options.history != nil)
    }

    private init(
        _ terminal: Terminal, _ options: Options, wake: WakePipe, mailbox: Mailbox<Arrivals>, disk: DiskQueue,
        effects: Effects,
        time: any TimeSource, settings: ScreenSettings
    ) {
        self.terminal = terminal
        self.options = options
        self.mailbox = mailbox
        self.disk = disk
        self.effects = effects
        self.time = time
        loop = EventLoop(terminal: terminal, wake: wake)
        state = State(size: terminal.size, now: time.now(), settings: settings)
        state.holds = options.holds?.holds
        state.program = options.program.map { ProgramState(command: $0.command, variables: $0.variables) }
    }

    private mutating func run() -> Int32 {
        begin(with: options.configuration)
        drawIfDue()
        if options.program != nil { send(.resized(terminal.size)) }
        if let archived = options.archived { show(archived) }
        effects.begin(sending: options.first, withDrafts: true)
        if let notice = options.notice { send(.notice(.information(notice))) }
        if let draft = options.draft.flatMap({ Draft(reading: $0) }) {
            send(.draft(.read(DraftState(draft, isStored: false))))
        }
        while !effects.isOver, fatalSignal == nil {
            tellOfDisk()
            drawIfDue()
            guard fatalSignal == nil else { break }
            for occurrence in loop.wait(milliseconds: patience) { receive(occurrence) }
            drain()
            takeKeys()
        }
        return fatalSignal.map { 128 + $0 } ?? 0
    }

    /// Writes what a disk still takes, and says behind the screen what is lost; returns whether all is written.
    static func finish(_ disk: DiskQueue, _ mailbox: Mailbox<Arrivals>) -> Bool {
        var left = disk.finish(within: patienceWithDisk.silent)
        if let first = left.first {
            StandardStream.complain("waiting for the disk: \(first) (Ctrl-C gives up)")
            left = disk.finish(within: patienceWithDisk.last)
        }
        mailbox.drain(withinMilliseconds: 0).errors.forEach(StandardStream.complain)
        for work in left { StandardStream.complain("the disk does not answer, not done: \(work)") }
        return left.isEmpty
    }

    // MARK: Waiting for a disk

    /// Says what a disk is busy with for so long, and when it has answered.
    private mutating func tellOfDisk() {
        let late = disk.current.flatMap { time.now() - $0.since >= DiskQueue.patience ? $0.title : nil }
        guard late != waitedFor else { return }
        waitedFor = late
        send(.waiting(late))
    }

    /// The time until that has to be said; nil while nothing is waited for, or it has been said.
    private var untilDiskIsLate: Duration? {
        guard waitedFor == nil, let current = disk.current else { return nil }
        return max(.zero, DiskQueue.patience - (time.now() - current.since))
    }

    /// The time that keys still wait for an answer that decides what they mean: with a disk that is well, not to be
    /// noticed.
    private var hold: Duration {
        guard disk.holdsKeys, let heldSince else { return .zero }
        return max(.zero, DiskQueue.patience - (time.now() - heldSince))
    }

    /// Answers the keys that were typed, up to one that has to wait.
    private mutating func takeKeys() {
        while !effects.isOver, hold <= .zero, let key = state.next(of: &typed) {
            send(.key(key))
            answersKey = true
        }
    }

    // MARK: Messages

    private mutating func receive(_ occurrence: EventLoop.Occurrence) {
        switch occurrence {
        case .keys(let keys):
            for case .answer(let answer) in keys where terminal.take(answer) { needsDrawing = true }
            tellOfImages()
            typed += keys.filter { if case .answer = $0 { false } else { true } }
            takeKeys()
        case .resized(let size):
            send(.resized(size))
            tellOfImages()
        case .resumed: needsDrawing = true
        case .terminated(let signal): fatalSignal = signal
        case .woken: break
        case .timeout:
            if state.isLive || state.isSearching { send(.tick(time.now())) } else if isAtRest { tidyUp() }
        case .closed: fatalSignal = SIGHUP
        }
    }

    private mutating func drain() {
        let arrivals = mailbox.drain(withinMilliseconds: 0)
        if !arrivals.events.isEmpty {
            hasWorked = true
            send(.engine(arrivals.events))
            for message in effects.follow(arrivals.events, in: state.tasks) { send(message) }
        }
        for message in arrivals.messages { send(message) }
        for news in arrivals.programNews { send(.program(news)) }
        for (answer, heldKeys) in arrivals.answers {
            // An editor may have had the terminal meanwhile.
            needsDrawing = true
            if case .configuration(let reading) = answer { reload(reading) }
            for message in effects.receive(answer, heldKeys: heldKeys) { send(message) }
        }
    }

    /// Shows the tasks of an archive as if they had ended just now; they are no news for the history.
    private mutating func show(_ archived: HARTasks) {
        send(.engine(archived.events(endingAt: time.now()).flatMap(\.self)))
    }

    mutating func send(_ message: Message) {
        needsDrawing = true
        for effect in update(&state, message) {
            for answer in effects.perform(effect) { send(answer) }
        }
        heldSince = disk.holdsKeys ? heldSince ?? time.now() : nil
    }

    // MARK: Drawing

    /// The time to wait: not at all while there is a search to go on with, until the next frame may be drawn,
    /// until the counters move, until something has to be said or done about a disk, or without end.
    private var patience: Int? {
        if state.isSearching { return 0 }
        let reasons = [
            needsDrawing ? untilNextFrame : state.isLive ? Self.tickInterval : nil,
            untilDiskIsLate, typed.isEmpty ? nil : hold, hasWorked ? Self.restBeforeTidying : nil,
        ]
        return reasons.compactMap(\.self).min().map { max(0, Int($0.milliseconds.rounded(.up))) }
    }

    private var isAtRest: Bool { hasWorked && !needsDrawing && disk.current == nil }

    private mutating func tidyUp() {
        ProcessMemory.giveBack()
        hasWorked = false
    }

    private var untilNextFrame: Duration {
        guard let last = answersKey ? lastAnswer : lastDrawn else { return .zero }
        return Self.frameInterval - (time.now() - last)
    }

    private mutating func drawIfDue() {
        guard needsDrawing, untilNextFrame <= .zero else { return }
        let now = time.now()
        if state.isLive { send(.tick(now)) }
        if !terminal.draw(draw(state)) {
            // It is gone, or takes nothing and a signal ends the program: then that one counts.
            for occurrence in loop.wait(milliseconds: 0) { receive(occurrence) }
            fatalSignal = fatalSignal ?? SIGHUP
        }
        if answersKey { lastAnswer = now }
        (lastDrawn, answersKey, needsDrawing) = (now, false, false)
    }
}

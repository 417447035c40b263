import CInspectorMalloc
import ClientEngine
import FoundationEssentials
import Glibc
import InspectorCanvas
import InspectorCommandLine
import InspectorScreen
import InspectorValues
import InspectorWorkspace

/// The screen of the program: waits, lets the state change, draws.
///
/// ```
///  EventLoop ─▶ keys ─┐                       ┌─▶ Effects ─▶ Client, files, editor
///  Mailbox ─▶ events ─┴▶ update(&state) ──────┤                     │
///      ▲                                      └─▶ draw(state) ─▶ Terminal
///      └────────── observers, background work ◀─────────────────────┘
/// ```
/// The first frame after a rest comes at once; after it at most 60 a second. With nothing live the wait has no end.
struct App {
    /// How the screen shows itself.
    struct Options {
        var isASCII = false
        /// What may be sent to the terminal at all.
        var charset = Charset.utf8
        var usesColor = true
        var usesMouse = true
        /// What the first line calls the workspace; nil is the folder's name.
        var title: String?
        /// The client's timeouts, which live phases are counted against.
        var timeouts = Timeouts.standard
        /// Whether the client does not check certificates.
        var isInsecure = false
        /// How many bytes of bodies the session keeps.
        var keptBodies = KeptBodies.usualLimit
        /// What has to be said at the start.
        var notice: String?
        /// What is sent at the start.
        var first: OutgoingRequest?
    }

    private static let frameInterval = Duration.milliseconds(16)
    private static let tickInterval = Duration.milliseconds(100)
    private static let restBeforeTidying = Duration.seconds(1)

    private let terminal: Terminal
    private let mailbox: Mailbox
    private let effects: Effects
    private let time: any TimeSource
    private var loop: EventLoop
    private var state: State
    private var needsDrawing = true
    private var lastDrawn: Instant?
    /// Whether something came in since memory was last given back.
    private var hasWorked = false
    /// The signal that asks for the end; a terminal that is gone counts as one even before the signal comes.
    private var fatalSignal: Int32?

    /// Runs the screen until it is left, and returns the exit status: 128 and the signal when one asked for the end.
    ///
    /// - Throws: a ``TerminalError`` when there is no terminal to draw on.
    static func run(workspace: Workspace, client: Client, options: Options) throws(TerminalError) -> Int32 {
        guard let wake = WakePipe() else { throw .failed }
        // Left to itself, glibc raises this with each large array that is freed, up to 64 MiB, and keeps as much at the end of the
        // loop thread's heap, where malloc_trim does not look.
        _ = mallopt(M_TRIM_THRESHOLD, 1 << 20)
        let background = Theme.Background(colorFGBG: ProcessInfo.processInfo.environment["COLORFGBG"])
        let terminal = try Terminal(
            Terminal.Options(
                background: background, usesColor: options.usesColor, usesMouse: options.usesMouse))
        defer { terminal.close() }
        let mailbox = Mailbox(waking: wake)
        let observation = client.observeBatches { mailbox.append($0) }
        defer { observation.cancel() }
        let effects = Effects(client: client, workspace: workspace, terminal: terminal, mailbox: mailbox)
        var app = App(
            terminal, wake: wake, mailbox: mailbox, effects: effects, time: client.configuration.time,
            settings: settings(workspace, options, on: terminal))
        return app.run(saying: options.notice, sending: options.first)
    }

    private static func settings(
        _ workspace: Workspace, _ options: Options, on terminal: Terminal
    ) -> ScreenSettings {
        ScreenSettings(
            workspace: options.title ?? workspace.title, secondsFromGMT: LocalTime.secondsFromGMT(at: Date()),
            glyphs: options.isASCII || options.charset == .ascii ? .ascii : .unicode,
            charset: options.charset,
            timeouts: options.timeouts,
            isInsecure: options.isInsecure, keptBodies: options.keptBodies)
    }

    private init(
        _ terminal: Terminal, wake: WakePipe, mailbox: Mailbox, effects: Effects, time: any TimeSource,
        settings: ScreenSettings
    ) {
        self.terminal = terminal
        self.mailbox = mailbox
        self.effects = effects
        self.time = time
        loop = EventLoop(terminal: terminal, wake: wake)
        state = State(size: terminal.size, now: time.now(), settings: settings)
    }

    private mutating func run(saying notice: String?, sending first: OutgoingRequest?) -> Int32 {
        drawIfDue()
        effects.readWorkspace()
        for message in effects.readMocks() + effects.readDrafts() { send(message) }
        if let notice { send(.notice(.information(notice))) }
        if let first { effects.start(first.request, first.provenance) }
        while !effects.isOver, fatalSignal == nil {
            drawIfDue()
            guard fatalSignal == nil else { break }
            for occurrence in loop.wait(milliseconds: patience) { receive(occurrence) }
            drain()
        }
        finish()
        return fatalSignal.map { 128 + $0 } ?? 0
    }

    /// Lets no change get lost; what fails now is told behind the screen.
    private func finish() {
        effects.finish()
        for case .notice(let notice) in mailbox.drain().messages where notice.kind == .error {
            StandardStream.complain(notice.text)
        }
    }

    // MARK: Messages

    private mutating func receive(_ occurrence: EventLoop.Occurrence) {
        switch occurrence {
        case .keys(let keys):
            var keys = keys[...]
            while !effects.isOver, let key = state.next(of: &keys) { send(.key(key)) }
        case .resized(let size): send(.resized(size))
        case .resumed: needsDrawing = true
        case .terminated(let signal): fatalSignal = signal
        case .woken: break
        case .timeout: if state.isLive || state.isSearching { send(.tick(time.now())) } else { tidyUp() }
        case .closed: fatalSignal = SIGHUP
        }
    }

    private mutating func drain() {
        let content = mailbox.drain()
        if !content.events.isEmpty {
            hasWorked = true
            send(.engine(content.events))
            for message in effects.follow(content.events, in: state.tasks) { send(message) }
        }
        for message in content.messages { send(message) }
    }

    private mutating func send(_ message: Message) {
        needsDrawing = true
        for effect in update(&state, message) {
            for answer in effects.perform(effect) { send(answer) }
        }
    }

    // MARK: Drawing

    /// How long to wait: not at all while there is a search to go on with, until the next frame may be drawn, until the counters move, or without end.
    private var patience: Int? {
        if state.isSearching { return 0 }
        if needsDrawing { return max(0, Int(untilNextFrame.milliseconds.rounded(.up))) }
        if state.isLive { return Int(Self.tickInterval.milliseconds) }
        return hasWorked ? Int(Self.restBeforeTidying.milliseconds) : nil
    }

    /// Gives memory back that a burst has left unused.
    ///
    /// One thread makes events, and another lets go of them, between what stays: glibc keeps such pages for good.
    private mutating func tidyUp() {
        _ = malloc_trim(0)
        hasWorked = false
    }

    private var untilNextFrame: Duration {
        guard let lastDrawn else { return .zero }
        return Self.frameInterval - (time.now() - lastDrawn)
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
        lastDrawn = now
        needsDrawing = false
    }
}

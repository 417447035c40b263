import ClientEngine
import ClientEngineRecording
import EngineSupport
import FoundationEssentials
import Glibc
import InspectorCanvas
import InspectorCommandLine
import InspectorScreen
import InspectorValues
import InspectorWorkspace

/// The program without a screen: prints a line for each thing that happens, and reads commands line by line.
///
/// It needs no terminal. At the end of its input it waits until nothing is live any more.
struct PlainApp {
    private let mailbox: Mailbox<Arrivals>
    private let disk: DiskQueue
    private let effects: Effects
    private let time: any TimeSource
    private let wake: WakePipe
    private var screen: PlainScreen
    private var input = LineReader()
    private let signals = Locked<Int32?>(nil)

    static func run(workspace: Workspace, client: Client, options: App.Options) -> Int32 {
        guard let wake = WakePipe() else { return ExitStatus.failure.rawValue }
        let mailbox = Mailbox(Arrivals(), waking: wake)
        let time = client.configuration.time
        let disk = DiskQueue(time: time) { answer, heldKeys in
            mailbox.add { $0.answers.append((answer, heldKeys)) }
        }
        guard App.isUsable(options, disk, mailbox) else { return ExitStatus.usage.rawValue }
        let observation = client.observeBatches { events in mailbox.add { $0.events += events } }
        defer { observation.cancel() }
        let history = App.keep(options, mailbox)
        let effects = Effects(
            client: client, workspace: workspace, terminal: nil, mailbox: mailbox, disk: disk,
            history: history, redaction: options.redaction)
        var app = PlainApp(wake, mailbox, disk, effects, time, App.settings(workspace, options))
        let status = app.run(options)
        App.finish(history)
        return App.finish(disk, mailbox) || status != 0 ? status : 1
    }

    private init(
        _ wake: WakePipe, _ mailbox: Mailbox<Arrivals>, _ disk: DiskQueue, _ effects: Effects,
        _ time: any TimeSource, _ settings: ScreenSettings
    ) {
        (self.wake, self.mailbox, self.disk, self.effects, self.time) = (wake, mailbox, disk, effects, time)
        screen = PlainScreen(State(size: Size(width: 100, height: 50), now: time.now(), settings: settings))
    }

    private mutating func run(_ options: App.Options) -> Int32 {
        let interruptions = SignalHandler { [signals, wake] number in
            signals.withLock { $0 = $0 ?? number }
            wake.wake()
        }
        defer { withExtendedLifetime(interruptions) {} }
        for problem in options.configuration.problems + options.configuration.warnings {
            send(.notice(.error(problem)))
        }
        if let notice = options.notice { send(.notice(.confirmation(notice))) }
        if let archived = options.archived {
            perform(screen.open(archived.events(endingAt: time.now()).flatMap(\.self)))
        }
        effects.begin(sending: options.first, withDrafts: false)
        if let draft = options.draft { perform([.draft(.send(OutgoingDraft(text: draft)))]) }
        let status = goOn()
        input.showTyping()
        return status
    }

    /// Goes on until somebody has asked for the end, or nothing more can happen.
    private mutating func goOn() -> Int32 {
        while !screen.hasQuit {
            if let signal = signals.withLock(\.self) { return 128 + signal }
            let hasNews = drain()
            let hasRead = readLines()
            guard print() else { return ExitStatus.failure.rawValue }
            if hasNews || hasRead { continue }
            // What a disk has answered meanwhile is looked at before the end.
            if isAtRest, disk.settle(within: DiskQueue.patience) {
                if !drain() { break }
            } else {
                wait()
            }
        }
        return print() ? 0 : ExitStatus.failure.rawValue
    }

    /// Indicates whether nobody will say any more, and nothing is under way.
    private var isAtRest: Bool {
        input.isAtEnd && !input.hasLine && !effects.isBusy && !screen.isLive
    }

    // MARK: Messages

    /// Takes in what has come from other threads; tells whether there was anything.
    private mutating func drain() -> Bool {
        let arrivals = mailbox.drain(withinMilliseconds: 0)
        if !arrivals.events.isEmpty {
            send(.engine(arrivals.events))
            for message in effects.follow(arrivals.events, in: screen.state.tasks) { send(message) }
        }
        for message in arrivals.messages { send(message) }
        for (answer, heldKeys) in arrivals.answers {
            for message in effects.receive(answer, heldKeys: heldKeys) { send(message) }
        }
        return !(arrivals.events.isEmpty && arrivals.messages.isEmpty && arrivals.answers.isEmpty)
    }

    private mutating func send(_ message: Message) { perform(screen.receive(message)) }

    private mutating func perform(_ wanted: [Effect]) {
        for effect in wanted {
            for answer in effects.perform(effect) { send(answer) }
        }
    }

    // MARK: Lines

    /// Does what was typed, as long as no answer of the disk decides what it means; tells whether there was anything.
    private mutating func readLines() -> Bool {
        var hasRead = false
        while !screen.hasQuit, !disk.holdsKeys || screen.asksSomething, screen.isReady,
            let line = input.next()
        {
            if screen.asksSecret { input.showTyping() }
            send(.tick(time.now()))
            perform(screen.read(line))
            hasRead = true
        }
        if input.isAtEnd, !input.hasLine, screen.asksSomething {
            perform(screen.giveUpQuestions())
            hasRead = true
        }
        if screen.asksSecret { input.hideTyping() }
        return hasRead
    }

    private mutating func print() -> Bool {
        let lines = screen.takeLines()
        return lines.isEmpty || StandardStream.output.takes(lines.map { $0 + "\n" }.joined())
    }

    private mutating func wait() {
        var descriptors = [pollfd(fd: wake.reader, events: Int16(POLLIN), revents: 0)]
        if !input.isAtEnd { descriptors.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)) }
        guard poll(&descriptors, nfds_t(descriptors.count), -1) > 0 else { return }
        if descriptors[0].revents != 0 { wake.drain() }
        if descriptors.count > 1, descriptors[1].revents != 0 { input.read() }
    }
}

/// The standard input, line by line.
private struct LineReader {
    private var bytes: [UInt8] = []
    private(set) var isAtEnd = false
    private var hidden: termios?
    private static let longest = 1 << 20

    var hasLine: Bool { bytes.contains(UInt8(ascii: "\n")) || isAtEnd && !bytes.isEmpty }

    mutating func read() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        guard count > 0 else { return isAtEnd = true }
        bytes += buffer[..<count]
        // A line without end is none.
        if bytes.count > Self.longest, !hasLine { bytes = [] }
    }

    mutating func next() -> String? {
        guard hasLine else { return nil }
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        var line = bytes[..<end]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        let text = String(decoding: line, as: UTF8.self)
        bytes.removeSubrange(..<min(end + 1, bytes.count))
        return text
    }

    /// Has a terminal show nothing of what is typed.
    mutating func hideTyping() {
        var modes = termios()
        guard hidden == nil, isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &modes) == 0 else { return }
        hidden = modes
        modes.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &modes)
    }

    mutating func showTyping() {
        guard var modes = hidden else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &modes)
        hidden = nil
    }
}

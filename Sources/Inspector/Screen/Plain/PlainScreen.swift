import ClientEngine
import ClientEngineRecording
import InspectorCanvas
import InspectorValues

/// The screen as lines: one for each thing that happens, and commands instead of keys.
///
/// It has the state of the screen, which changes by the same messages. What has become worth a line is printed, and then taken
/// away; a question waits for the next line that is typed.
package struct PlainScreen: Sendable {
    package private(set) var state: State
    /// The lines to be printed, oldest first.
    private var lines: [String] = []
    /// The question whose text has been printed.
    private var asked = ""
    private var knownFiles = -1
    var isOver = false

    package init(_ state: State) {
        self.state = state
        self.state.settings.glyphs = .ascii
        self.state.settings.isLinear = true
        self.state.settings.hasHistory = false
    }

    /// Indicates whether somebody has asked for the end.
    package var hasQuit: Bool { isOver }
    /// Indicates whether the saved requests are read, so that they have their numbers.
    package var isReady: Bool { state.saved.isRead && !state.saved.isReading }
    package var isLive: Bool { state.isLive }
    package var asksSomething: Bool { state.overlays.top is SendQuestion }
    /// Indicates whether what is typed next is a secret.
    package var asksSecret: Bool { (state.overlays.top as? SendQuestion)?.prompt?.isSecret == true }

    /// Takes the lines that have come up since the last call.
    package mutating func takeLines() -> [String] {
        defer { lines = [] }
        return lines
    }

    mutating func say(_ text: String) {
        lines.append(DisplayText(untrusted: text).spelled(in: state.settings.charset).string)
    }

    // MARK: Messages

    /// Changes the state as a message says, and says what is new.
    package mutating func receive(_ message: Message) -> [Effect] {
        if case .draft(.earlier) = message { return [] }
        let effects = update(&state, message)
        if case .engine(let events) = message { events.forEach { tell($0) } }
        tellFiles()
        tellNotices()
        tellQuestion()
        return effects
    }

    /// Takes in the tasks of an archive, and says what became of each.
    package mutating func open(_ archive: [Event]) -> [Effect] {
        let effects = update(&state, .engine(archive))
        for event in archive {
            // Nothing starts now.
            if case .taskCreated = event.kind { continue }
            tell(event)
        }
        say("\(state.tasks.count.of("task")) in the archive; show N [PAGE] shows one")
        return effects
    }

    private mutating func tellFiles() {
        guard !state.saved.isReading, state.saved.isRead else { return }
        let count = state.saved.allRequests.count
        guard count != knownFiles else { return }
        knownFiles = count
        say(
            "\(count.of("saved request")) in \(state.saved.files.count.of("file")); list shows them, help all commands"
        )
    }

    private mutating func tellNotices() {
        for notice in state.notices where notice.kind != .waiting {
            let kind = notice.kind == .error ? "error: " : "note: "
            say(kind + notice.text + (notice.hint.map { " " + $0 } ?? ""))
        }
        state.notices.removeAll { $0.kind != .waiting }
        if let refusal = state.refusal {
            say("not done: " + refusal)
            state.refusal = nil
        }
    }

    private mutating func tellQuestion() {
        guard let question = state.overlays.top as? SendQuestion else {
            asked = ""
            // Nothing else can be answered here.
            state.overlays.removeAll()
            return
        }
        let text: String
        switch question.footer(state) {
        case .field(_, let label, _, _): text = "question: \(label.string)"
        case .longQuestion(let words):
            text = "question: \(words) " + (question.place == .trust ? "[y always, o once, n no]" : "[y, n]")
        case .keys, .question, .lines: return
        }
        guard text != asked else { return }
        asked = text
        say(text)
    }

    // MARK: Events

    private mutating func tell(_ event: Event) {
        guard let task = state.tasks[event.task] else { return }
        let name = "\(task.id) \(task.origin.request.method.rawValue) \(task.pathText.string)"
        switch event.kind {
        case .taskCreated(let origin):
            let host = origin.url.map { " to \($0.hostText)" } ?? ""
            say("\(name): started\(host)")
        case .attemptStarted(.some, _): say("\(name): \(task.attemptText("\(event.attempt)")) begins")
        case .attemptEnded(let outcome, let plan?):
            let origin = plan.origin.map { " (\($0))" } ?? ""
            let wait = "trying again in \(plan.delay.shortText)\(origin)"
            say("\(name): attempt \(event.attempt): \(outcome.words), \(wait)")
        case .taskEnded: say("\(name): " + outcome(of: task))
        case .annotated(let annotation):
            if let result = TestResult(annotation), case .failed(let actual) = result.outcome {
                say("\(name): assertion failed: \(result.text): \(actual)")
            }
        default: break
        }
    }

    /// Returns the outcome of a task in one line.
    func outcome(of task: TaskRecord) -> String {
        let elapsed = task.elapsed(now: state.now).shortText
        var redaction = Redaction()
        redaction.learn(valuesOf: task.origin)
        let text: String
        switch task.state {
        case .failed(let error): text = "failed: \(error.label): \(error.message), after \(elapsed)"
        case .cancelled: text = "\(task.cancelledText) after \(elapsed)"
        case .succeeded:
            let exchange = task.lastExchange
            let status = exchange?.head.map { "\($0.status) \($0.reason)" } ?? ""
            let parts = [
                status, (exchange?.bodySize ?? 0).byteText,
                exchange?.head?.headers["Content-Type"].map { MediaType($0).essence } ?? "", elapsed,
                task.attempts.count > 1 ? "\(task.attempts.count) attempts" : "",
                exchange?.start.mock.map { "mock" + $0.forwarding } ?? "", task.programLeftText ?? "",
            ]
            text =
                (task.verdict == .failed ? "failed: " : "ok: ")
                + parts.filter { !$0.isEmpty }.joined(separator: ", ")
        case .queued, .running, .waiting, .processing: text = task.statusText.string
        }
        return redaction.text(text)
    }

    // MARK: Lines that are typed

    /// Does what a line says: it answers a question, or is a command.
    package mutating func read(_ line: String) -> [Effect] {
        guard let question = state.overlays.top as? SendQuestion else { return perform(line) }
        asked = ""
        switch question.place {
        case .prompt:
            guard !line.isEmpty else { return receive(.key(.escape)) }
            return receive(.key(.paste(Key.Paste(text: line)))) + receive(.key(.enter))
        case .trust:
            guard line.hasPrefix("y") || line.hasPrefix("o") else { return receive(.key(.escape)) }
            let effects = state.allow(forGood: line.hasPrefix("y"))
            return effects + receive(.tick(state.now))
        default: return receive(.key(line.hasPrefix("y") ? .enter : .escape))
        }
    }

    /// Leaves a question unanswered, because there is nobody to answer it.
    package mutating func giveUpQuestions() -> [Effect] {
        asksSomething ? receive(.key(.escape)) : []
    }

    mutating func change<Result>(_ change: (inout State) -> Result) -> Result { change(&state) }
}

extension AttemptOutcome {
    fileprivate var words: String {
        switch self {
        case .response(let status): "\(status)"
        case .error(let error): "\(error.label): \(error.message)"
        case .cancelled: "cancelled"
        }
    }
}

import ClientEngine
import ClientEngineRecording
import EngineSupport
import InspectorCommandLine
import InspectorHistory
import InspectorScreen
import InspectorValues
import InspectorWorkspace
import RequestFormats

/// Performs the effects of the screen, each by the type of its feature; their results go back as messages.
///
///     effect ─┬─▶ client, terminal, editor                      at once
///             └─▶ DiskQueue ── answer ──▶ receive ──▶ messages  when the disk has answered
///
/// Not `Sendable`: it belongs to the main thread, which never waits for a disk here.
final class Effects {
    private let workspace: Workspace
    /// Nil where lines are printed instead of a screen.
    private let terminal: Terminal?
    private let disk: DiskQueue
    private let reader: WorkspaceReader
    private let sender: Sender
    private let history: HistoryWriter?

    private let tasks: TaskEffects
    private let saved: SavedEffects
    private let drafts: DraftEffects
    private let mocks: MockEffects
    private let holds: HoldEffects
    private let bodies: BodyEffects
    /// Nil where no history is kept.
    private let past: HistoryEffects?
    private let editor: EditorEffects
    private let copies: CopyEffects
    private let comparisons: NewestJob<ComparisonJob>
    private let archives: ArchiveEffects
    private let program: ProgramEffects
    private(set) var isOver = false

    init(
        client: Client, workspace: Workspace, terminal: Terminal?, mailbox: Mailbox<Arrivals>,
        disk: DiskQueue, history: HistoryWriter?, past: HistoryEffects? = nil, redaction: Redaction,
        program: WatchedProgram? = nil, listener: AttachListener? = nil, holds: HoldController? = nil
    ) {
        self.workspace = workspace
        self.terminal = terminal
        self.disk = disk
        self.history = history
        self.past = past
        reader = WorkspaceReader(workspace) { piece in
            disk.read("reading requests") { .messages(piece().map(Message.init)) }
        }
        sender = Sender(client, workspace, disk: disk, history: history, holds: holds)
        tasks = TaskEffects(
            client: client, sender: sender, workspace: workspace, disk: disk,
            searches: TextSearches(mailbox))
        saved = SavedEffects(workspace: workspace, sender: sender, disk: disk, reader: reader)
        drafts = DraftEffects(
            workspace: workspace, sender: sender, disk: disk, reader: reader,
            store: DraftStore(workspace.trust.state))
        mocks = MockEffects(store: client.mocks, files: workspace.mockFiles, disk: disk)
        self.holds = HoldEffects(holds, mailbox)
        bodies = BodyEffects(colors: terminal?.colors ?? 0, mailbox)
        editor = EditorEffects(terminal: terminal, disk: disk, mocks: mocks, reader: reader, holds: holds)
        copies = CopyEffects(terminal: terminal, disk: disk)
        comparisons = NewestJob { job, _ in
            let comparison = job.done
            mailbox.add { $0.messages.append(.compared(comparison, job.number)) }
        }
        archives = ArchiveEffects(redaction, past: past?.tasks, mailbox)
        self.program = ProgramEffects(program: program, listener: listener, disk: disk, mailbox: mailbox)
    }

    /// Reads the files for the first frame, and sends the request that the screen was opened for.
    func begin(sending first: OutgoingRequest?, withDrafts: Bool) {
        reader.start()
        disk.read("reading what is allowed") { [trust = workspace.trust] in
            trust.memory.load()
            return .messages([])
        }
        tasks.readViews()
        mocks.read()
        mocks.follow()
        history?.start()
        program.begin()
        disk.read("looking for a draft", .question) { [store = drafts.store] in
            let jobs = [first].compactMap(\.self).map { RunJob($0) }
            let earlier = withDrafts ? store.takeEarlier() : nil
            return .planned(jobs, earlier.map { [.draft(.earlier($0))] } ?? [])
        }
        disk.read("removing texts that no editor has open") {
            EditedFile.sweep()
            return .messages([])
        }
    }

    /// Indicates whether tasks are under way, or wait for others.
    var isBusy: Bool { sender.isBusy }

    /// Does one thing; returns what there is to say at once.
    func perform(_ effect: Effect) -> [Message] {
        switch effect {
        case .task(let effect): return tasks.perform(effect)
        case .saved(let effect): saved.perform(effect)
        case .draft(let effect): drafts.perform(effect)
        case .mock(let effect): return mocks.perform(effect)
        case .hold(let effect): holds.perform(effect)
        case .body(let effect): bodies.perform(effect)
        case .history(let effect): past?.perform(effect)
        case .edit(let job): return editor.perform(job)
        case .copy(let effect): copies.perform(effect)
        case .compare(let job): comparisons.start(job)
        case .archive(let job): archives.start(job, hiding: sender.capturedValues)
        case .program(let effect): program.perform(effect)
        case .terminal(.useMouse(let isOn)): terminal?.useMouse(isOn)
        case .terminal(.redraw): terminal?.redraw()
        case .terminal(.suspend): terminal?.stop()
        case .quit:
            isOver = true
            holds.controller?.end()
            bodies.stop()
        }
        return []
    }

    /// Goes on with what the disk has answered; returns what there is to say.
    func receive(_ answer: DiskQueue.Answer, heldKeys: Bool) -> [Message] {
        if heldKeys { disk.releaseKeys() }
        switch answer {
        case .messages(let messages): return messages
        case .planned(let jobs, let messages): return sender.append(jobs) + messages
        case .filledIn(let turn, let result): return sender.finish(turn, result)
        case .prepared(let session): return editor.edit(session)
        case .configuration: return []
        }
    }

    /// Looks at the responses of tasks that have ended; returns what the events change beyond the tasks.
    func follow(_ events: [Event], in known: Tasks) -> [Message] {
        let isMocked = events.contains {
            if case .exchangeStarted(let start) = $0.kind { start.mock != nil } else { false }
        }
        return sender.follow(events, in: known) + (isMocked ? [mocks.mocks] : [])
    }
}

import ClientEngine
import FoundationEssentials
import InspectorScreen
import InspectorValues
import InspectorWorkspace
import RequestFormats

/// Does what the screen asks for; what comes of it goes back as messages.
///
/// Not `Sendable`: it belongs to the main thread.
final class Effects {
    private let client: Client
    let workspace: Workspace
    private let terminal: Terminal
    private let mailbox: Mailbox
    private let editor: Editor
    private let mocks: MockEffects
    private let drafts: DraftStore
    private let chain = ChainEffects()
    private let reader: WorkspaceReader
    private var environment: String?
    private var tasks: [TaskID: RequestTask<Response>] = [:]
    private(set) var isOver = false

    init(client: Client, workspace: Workspace, terminal: Terminal, mailbox: Mailbox) {
        self.client = client
        self.workspace = workspace
        self.terminal = terminal
        self.mailbox = mailbox
        environment = workspace.environment
        mocks = MockEffects(store: client.mocks, files: workspace.mockFiles) { messages in
            for message in messages { mailbox.append(message) }
        }
        editor = Editor(environment: ProcessInfo.processInfo.environment)
        drafts = DraftStore(workspace.trust.state)
        reader = WorkspaceReader(workspace) { mailbox.append(Message($0)) }
    }

    /// Does one thing; returns what there is to say at once.
    func perform(_ effect: Effect) -> [Message] {
        switch effect {
        case .sendSaved(let reference, let answers): return sendSaved(reference, answers)
        case .resend(let request, let id):
            let resent = OutgoingRequest(
                request: request, provenance: Provenance(.resend, resendOf: id))
            return chain.send([chain.job(resending: id, as: resent)], start)
        case .cancel(let id): tasks[id]?.cancel()
        case .retryNow(let id): tasks[id]?.retryNow()
        case .giveUp(let id): tasks[id]?.giveUp()
        case .mock(let change): return mocks.perform(change)
        case .findNearMisses(let question): mocks.findNearMisses(question)
        case .edit(let job): return edit(job)
        case .readDraft, .sendDraft, .saveDraft, .previewDraft: return performOnDraft(effect)
        case .keepDraft(let text): return keep(text)
        case .readPaste(let text): read(paste: text)
        case .readArchive(let text): mocks.read(archive: text)
        case .importOffer(let offer): return write(offer)
        case .useEnvironment(let name):
            environment = name
            chain.forget()
        case .layOutBody(let source): layOut(source)
        case .copy(let bytes): _ = terminal.copy(bytes)
        case .redraw: terminal.redraw()
        case .suspend: terminal.stop()
        case .quit: isOver = true
        }
        return []
    }

    /// Lets go of tasks that have ended, looks at their responses and sends what has waited for them; returns what
    /// the events change beyond the tasks.
    func follow(_ events: [Event], in known: Tasks) -> [Message] {
        var isMocked = false
        var messages: [Message] = []
        for event in events {
            switch event.kind {
            case .ended:
                tasks[event.task] = nil
                if chain.awaits(event.task), let record = known[event.task] {
                    messages += chain.follow(record, at: event.at, start)
                }
            case .exchangeStarted(let start): isMocked = isMocked || start.mock != nil
            case .created, .attemptStarted, .phase, .connected, .requestHead, .sent, .interim, .head,
                .received, .delivered, .cache, .anomaly,
                .exchangeEnded, .attemptEnded, .processing, .checked, .missed:
                break
            }
        }
        return isMocked ? messages + [mocks.mocks] : messages
    }

    /// Reads the workspace in the background, because a folder can be the root of a large tree, and follows it.
    func readWorkspace() { reader.start() }

    /// Waits for what is still being written.
    func finish() { mocks.finish() }

    /// Reads the mocks of the workspace, takes them over and follows their files.
    func readMocks() -> [Message] {
        defer { mocks.follow() }
        return mocks.read()
    }

    // MARK: Sending

    private func sendSaved(_ reference: SavedEntry.Reference, _ answers: SendAnswers) -> [Message] {
        do throws(Workspace.Failure) {
            if let question = try workspace.question(before: reference, answers: answers) {
                return [.ask(question)]
            }
            let jobs = try workspace.answering(answers)
                .jobs(for: reference, environment: environment, after: chain.memory)
            return remember(answers) + chain.send(jobs, start)
        } catch {
            return refusal(error, before: .saved(reference), answers)
        }
    }

    /// Sends a request that nothing is asked of.
    func start(_ request: Request, _ provenance: Provenance) {
        _ = start(OutgoingRequest(request: request, provenance: provenance))
    }

    private func start(_ prepared: OutgoingRequest) -> TaskID {
        let task = client.start(prepared.request, from: prepared.provenance)
        tasks[task.id] = task
        return task.id
    }

    // MARK: Editing

    private func edit(_ job: EditorJob) -> [Message] {
        switch job {
        case .draft(let text): return messages(for: editor.edit(text, on: terminal))
        case .file(let path, let line):
            // Read again in any case: where nothing can be watched, nobody else tells.
            defer { reader.refresh(changed: path) }
            return messages(for: editor.edit(file: path, line: line, on: terminal))
        case .body(let bytes, let isJSON):
            return messages(for: editor.show(bytes, isJSON: isJSON, on: terminal))
        case .mock(let mock): return edit(mock)
        }
    }

    /// Lets a mock be edited, and checks what came back.
    private func edit(_ edit: MockEdit) -> [Message] {
        guard let text = mocks.text(of: edit) else {
            let hint = "Stub files have no word for what it does."
            return [.notice(.error("“\(edit.mock.name)” cannot be edited as JSON.", hint: hint))]
        }
        switch editor.edit(text, as: .mock, line: edit.problem?.line ?? 1, on: terminal) {
        case .nothing(let notice): return notice.map { [.notice($0)] } ?? []
        case .text(let edited): return mocks.apply(edited, of: edit)
        }
    }

    /// What is told of what came back from the editor.
    private func messages(for result: Editor.Result) -> [Message] {
        switch result {
        case .nothing(let notice): return notice.map { [.notice($0)] } ?? []
        case .text(let text): return [.draft(.edited(text))]
        }
    }

    // MARK: Drafts

    /// The draft that an earlier run has left.
    func readDrafts() -> [Message] {
        drafts.takeEarlier().map { [.draft(.earlier($0))] } ?? []
    }

    private func performOnDraft(_ effect: Effect) -> [Message] {
        do throws(Workspace.Failure) {
            switch effect {
            case .readDraft(let reference): return [.draft(.read(try workspace.draft(of: reference)))]
            case .sendDraft(let draft, let answers):
                if let question = workspace.question(before: draft, answers: answers) {
                    return [.ask(question)]
                }
                return send(draft, answers)
            case .saveDraft(let block, let place):
                let saving = try workspace.save(block, at: place)
                reader.refresh()
                return [.draft(.saving(saving))]
            case .previewDraft(let names, let text, let folder):
                let values = workspace.values(
                    of: names, in: text, folder: folder, environment: environment, after: chain.memory)
                return [.draft(.values(values))]
            default: return []
            }
        } catch {
            return [.notice(Notice(error))]
        }
    }

    private func send(_ draft: OutgoingDraft, _ answers: SendAnswers) -> [Message] {
        do throws(Workspace.Failure) {
            let jobs = try workspace.answering(answers)
                .jobs(for: draft, environment: environment, after: chain.memory)
            return remember(answers) + send(jobs, draft.mock)
        } catch {
            return refusal(error, before: .draft(draft), answers)
        }
    }

    private func send(_ jobs: [RunJob], _ mock: Mock?) -> [Message] {
        guard !jobs.isEmpty else {
            return [.notice(.error("Nothing was sent: the draft holds no request."))]
        }
        let mocked = jobs.map { job in
            var job = job
            // What the draft only needs is no part of it.
            if job.neededBy == nil { job.prepared.request.mock = mock }
            return job
        }
        return chain.send(mocked, start) + [.draft(.sent)]
    }

    private func keep(_ text: String?) -> [Message] {
        do throws(FileError) {
            try drafts.keep(text)
            return []
        } catch {
            return [.notice(.error("The draft would not outlive a crash: \(error.description)"))]
        }
    }

    // MARK: Importing

    /// Reads a pasted text in the background: it can be a large document.
    private func read(paste text: String) {
        DetachedThread.start { [workspace, mailbox] in
            do throws(Workspace.Failure) {
                mailbox.append(.offer(try workspace.offer(for: text)))
            } catch {
                mailbox.append(.notice(.confirmation(error.message, hint: error.hint)))
            }
        }
    }

    private func write(_ offer: ImportOffer) -> [Message] {
        do throws(Workspace.Failure) {
            let result = try workspace.write(offer)
            reader.refresh()
            return [.imported(result)]
        } catch {
            reader.refresh()
            return [.notice(Notice(error))]
        }
    }

    // MARK: Bodies

    private func layOut(_ source: BodySource) {
        DetachedThread.start { [mailbox] in
            mailbox.append(.bodyLaidOut(BodyText(thoroughly: source)))
        }
    }
}

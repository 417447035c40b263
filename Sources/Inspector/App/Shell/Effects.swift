import ClientEngine
import ClientEngineRecording
import EngineSupport
import FoundationEssentials
import InspectorCommandLine
import InspectorHistory
import InspectorScreen
import InspectorValues
import InspectorWorkspace
import RequestFormats

/// Performs the effects of the screen; their results go back as messages.
///
///     effect ─┬─▶ client, terminal, editor                      at once
///             └─▶ DiskQueue ── answer ──▶ receive ──▶ messages  when the disk has answered
///
/// Not `Sendable`: it belongs to the main thread, which never waits for a disk here.
final class Effects {
    private let client: Client
    let workspace: Workspace
    /// Nil where lines are printed instead of a screen.
    private let terminal: Terminal?
    private let mailbox: Mailbox<Arrivals>
    let disk: DiskQueue
    private let editor: EditorEffects
    private let mocks: MockEffects
    let drafts: DraftStore
    let reader: WorkspaceReader
    private let queries: NewestJob<QueryJob>
    private let pictures: NewestJob<PictureJob>
    private let comparisons: NewestJob<ComparisonJob>
    private let archives: NewestJob<(ArchiveJob, Redaction)>
    /// Hides secrets in what is exported.
    private let redaction: Redaction
    private let searches: TextSearches
    private var runner = Runner(canSendAgain: true)
    private var environment: String?
    private(set) var isOver = false
    /// Keeps what has ended.
    private let history: HistoryWriter?
    /// The program that is watched; nil where there is none.
    private let program: WatchedProgram?
    /// Hears of programs that are attached; nil where there are none.
    private let listener: AttachListener?
    /// Holds messages of other programs; nil where none come through here.
    private let holds: HoldController?
    /// Reads what has ended in earlier sessions, too.
    private let past: HistoryEffects?

    init(
        client: Client, workspace: Workspace, terminal: Terminal?, mailbox: Mailbox<Arrivals>,
        disk: DiskQueue, history: HistoryWriter?, past: HistoryEffects? = nil, redaction: Redaction,
        program: WatchedProgram? = nil, listener: AttachListener? = nil, holds: HoldController? = nil
    ) {
        self.holds = holds
        self.program = program
        self.listener = listener
        self.client = client
        self.workspace = workspace
        self.terminal = terminal
        self.mailbox = mailbox
        self.disk = disk
        self.history = history
        self.redaction = redaction
        self.past = past
        environment = workspace.environment
        mocks = MockEffects(store: client.mocks, files: workspace.mockFiles, disk: disk)
        drafts = DraftStore(workspace.trust.state)
        let tools = BodyTools(colors: terminal?.colors ?? 0)
        queries = NewestJob { job, program in
            let outcome = tools.outcome(of: job, by: program)
            mailbox.add { $0.messages.append(.queried(outcome, job.number)) }
        }
        pictures = NewestJob { job, program in
            let picture = tools.picture(of: job, by: program)
            mailbox.add { $0.messages.append(.pictureDrawn(picture)) }
        }
        comparisons = NewestJob { job, _ in
            let comparison = job.done
            mailbox.add { $0.messages.append(.compared(comparison, job.number)) }
        }
        archives = NewestJob { [tasks = past?.tasks] work, program in
            let (job, redaction) = work
            let read = tasks?.read(job.unread) { !program.isStopped } ?? ReadTasks()
            let archive = job.done(
                with: read, redaction, creator: (name: Version.name, version: Version.number))
            mailbox.add { $0.messages.append(.archived(archive, job.number)) }
        }
        searches = TextSearches(mailbox)
        reader = WorkspaceReader(workspace) { piece in
            disk.read("reading requests") { .messages(piece().map(Message.init)) }
        }
        editor = EditorEffects(on: terminal, disk: disk, mocks: mocks, reader: reader, holds: holds)
        holds?.observe { holds, expired in
            mailbox.add { arrivals in
                arrivals.messages.append(.holds(holds))
                if let expired { arrivals.messages.append(.notice(.expired(expired))) }
            }
        }
    }

    /// Reads the files for the first frame, and sends the request that the screen was opened for.
    func begin(sending first: OutgoingRequest?, withDrafts: Bool) {
        reader.start()
        disk.read("reading what is allowed") { [trust = workspace.trust] in
            trust.memory.load()
            return .messages([])
        }
        disk.read("reading saved views") { [workspace] in .messages([.views(workspace.views.read())]) }
        mocks.read()
        mocks.follow()
        history?.start()
        startListener()
        startProgram()
        disk.read("looking for a draft", .question) { [drafts] in
            let jobs = [first].compactMap(\.self).map { RunJob($0) }
            let earlier = withDrafts ? drafts.takeEarlier() : nil
            return .planned(jobs, earlier.map { [.draft(.earlier($0))] } ?? [])
        }
        disk.read("removing texts that no editor has open") {
            EditedFile.sweep()
            return .messages([])
        }
    }

    /// Lets programs in, once the mocks are there that their first requests may be for.
    private func startListener() {
        guard let listener else { return }
        disk.read("listening for programs") { [mailbox] in
            listener.start { news in
                let notice = news.isProblem ? Notice.error(news.text) : .confirmation(news.text)
                mailbox.add { $0.messages.append(.notice(notice)) }
            }
            return .messages([])
        }
    }

    /// Starts the program that is watched, once the mocks are there that its first request may be for.
    private func startProgram() {
        guard let program else { return }
        disk.read("starting \(program.command.first ?? "")") { [mailbox] in
            program.start { news in mailbox.add { $0.append(news) } }
            return .messages([])
        }
    }

    /// Indicates whether tasks are under way, or wait for others.
    var isBusy: Bool { runner.liveCount > 0 || runner.isWaiting }

    /// Does one thing; returns what there is to say at once.
    func perform(_ effect: Effect) -> [Message] {
        switch effect {
        case .sendSaved(let reference, let answers): send(.saved(reference), answers)
        case .preview(let reference): preview(reference)
        case .resend(let request, let id):
            let provenance = Provenance(.resend, resendOf: id)
            runner.append(resending: id, as: OutgoingRequest(request: request, provenance: provenance))
            return sendReady()
        // By number, because a program that asks us has started tasks, too.
        case .cancel(let id): client.perform(.cancel, on: id)
        case .retryNow(let id): client.perform(.retryNow, on: id)
        case .giveUp(let id): client.perform(.giveUp, on: id)
        case .mock(let change): return mocks.perform(change)
        case .hold(.toggle(let part, let route)): holds?.toggle(part, of: route)
        case .hold(.release(let id)): _ = holds?.decide(.release, of: id)
        case .hold(.releaseAll): holds?.releaseAll()
        case .findNearMisses(let question): mocks.findNearMisses(question)
        case .edit(let job): return editor.perform(job)
        case .draft(let effect): perform(effect)
        case .history(let effect): past?.perform(effect)
        case .search(let search): searches.start(search)
        case .readPaste(let text): read(paste: text)
        case .readArchive(let text): mocks.read(archive: text)
        case .importOffer(let offer): write(offer)
        case .useEnvironment(let name):
            environment = name
            runner.forget()
        case .save(let file): save(file)
        case .keepViews(let views): keep(views)
        case .layOutBody(let source): layOut(source)
        case .fold(let job): fold(job)
        case .query(let job): queries.start(job)
        case .stopQuery: queries.stop()
        case .drawPicture(let job): pictures.start(job)
        case .compare(let job): comparisons.start(job)
        case .archive(let job):
            var redaction = redaction
            redaction.learn(values: Set(runner.memory.captured.values))
            archives.start((job, redaction))
        case .copy(let bytes): _ = terminal?.copy(bytes)
        case .useMouse(let isOn): terminal?.useMouse(isOn)
        case .redraw: terminal?.redraw()
        case .suspend: terminal?.stop()
        case .sizeProgram(let columns, let lines): program?.resize(columns: columns, lines: lines)
        case .endProgram: program?.terminate()
        case .quit:
            isOver = true
            holds?.end()
            queries.stop()
            pictures.stop()
        }
        return []
    }

    // MARK: Answers of the disk

    /// Goes on with what the disk has answered; returns what there is to say.
    func receive(_ answer: DiskQueue.Answer, heldKeys: Bool) -> [Message] {
        if heldKeys { disk.releaseKeys() }
        switch answer {
        case .messages(let messages): return messages
        case .planned(let jobs, let messages):
            runner.append(jobs)
            let additions = jobs.compactMap(\.addition).map { Message.notice(.confirmation($0)) }
            return additions + sendReady() + messages
        case .filledIn(let turn, let result): return send(turn, result) + sendReady()
        case .prepared(let session): return editor.edit(session)
        case .configuration: return []
        }
    }

    // MARK: Sending

    func send(_ subject: SendQuestion.Subject, _ answers: SendAnswers) {
        if !answers.remembered.isEmpty { remember(answers.remembered) }
        let planner = planner
        disk.read(subject.title, .question) { planner.answer(to: subject, answers) }
        // Planning has added to the memory what `--trust` allows.
        if workspace.trust.isTrusting { remember([]) }
    }

    private func remember(_ wishes: Set<Wish>) {
        disk.write("remembering what is allowed") { [memory = workspace.trust.memory] in
            do throws(FileError) {
                memory.add(wishes)
                try memory.save()
                return .messages([])
            } catch {
                let text = "What you allowed is asked again the next time: \(error)"
                return .messages([.notice(.error(text))])
            }
        }
    }

    var planner: Planner { Planner(workspace, environment: environment, after: runner.memory) }

    /// Sends what needs nothing more; what reads files first is filled in where disks are waited for.
    private func sendReady() -> [Message] {
        var messages: [Message] = []
        while let turn = runner.next() {
            if turn.readsFiles {
                disk.read("filling in “\(turn.job.label)”") { .filledIn(turn, turn.result) }
            } else {
                messages += send(turn, turn.result)
            }
        }
        return messages
    }

    private func send(_ turn: Runner.Turn, _ result: Result<OutgoingRequest, Runner.JobError>) -> [Message] {
        switch result {
        case .success(let request):
            if let held = turn.job.draft?.held {
                runner.refuse(turn)
                return holds?.decide(.send(request.request), of: held) == true
                    ? [] : [.notice(.isNotHeld(held))]
            }
            let task = client.start(request.request, from: request.provenance)
            runner.start(turn, as: task)
            return turn.job.draft.map { [.draft(.started(task.id, $0))] } ?? []
        case .failure(let refusal):
            runner.refuse(turn)
            return [.notice(.error(refusal.description))]
        }
    }

    /// Looks at the responses of tasks that have ended, and sends what has waited for them; returns what the events change
    /// beyond the tasks.
    func follow(_ events: [Event], in known: Tasks) -> [Message] {
        var isMocked = false
        var messages: [Message] = []
        for event in events {
            switch event.kind {
            case .taskEnded:
                guard let record = known[event.task] else { continue }
                guard runner.task(event.task) != nil else {
                    history?.add(record)
                    continue
                }
                messages += finish(record, at: event.at)
            case .exchangeStarted(let start): isMocked = isMocked || start.mock != nil
            case .taskCreated, .attemptStarted, .phase, .connected, .requestHead, .sent, .interim, .head,
                .received, .delivered, .cache, .anomaly, .transcript, .programLeft,
                .exchangeEnded, .attemptEnded, .processing, .annotated, .missed:
                break
            }
        }
        return isMocked ? messages + [mocks.mocks] : messages
    }

    private func finish(_ record: TaskRecord, at instant: Instant) -> [Message] {
        let findings = runner.finish(record)
        if let history {
            var judged = record
            judged.testResults += findings.results
            history.learn(Set(runner.memory.captured.values))
            history.add(judged)
        }
        if findings.writesFiles {
            disk.write("writing the response of task \(record.id)") {
                .messages(findings.writeFiles().messages(about: record.id, at: instant))
            }
        }
        return findings.results.messages(about: record.id, at: instant) + sendReady()
    }

    // MARK: Bodies

    private func save(_ file: FileCopy) {
        disk.write("saving \(file.content.rawValue)", .question) {
            let path = RequestPaths.expandingHome(file.path)
            do throws(FileError) {
                // An archive holds records, which are for their owner alone.
                var output = try OutputFile(path, keepingMode: file.content == .body)
                if file.content == .body, !file.replaces { output.share() }
                if file.replaces {
                    try output.commit(file.bytes)
                } else if try !output.commitNew(file.bytes) {
                    return .messages([.fileExists(file)])
                }
                let text = "Saved \(file.bytes.count.byteText) in \(path)."
                return .messages([.notice(.confirmation(text))])
            } catch {
                return .messages([.notice(.error("Nothing was saved: \(error.description)"))])
            }
        }
    }

    private func fold(_ job: FoldJob) {
        DetachedThread.start { [mailbox] in
            let body = job.done
            mailbox.add { $0.messages.append(.folded(body)) }
        }
    }

    private func layOut(_ source: BodySource) {
        DetachedThread.start { [mailbox] in
            let body = BodyText(thoroughly: source)
            mailbox.add { $0.messages.append(.bodyLaidOut(body)) }
        }
    }
}

extension Runner.Turn {
    fileprivate var result: Result<OutgoingRequest, Runner.JobError> {
        Result { () throws(Runner.JobError) in try request() }
    }
}

extension [TestResult] {
    /// Returns the events that tell the results of a response.
    fileprivate func messages(about task: TaskID, at instant: Instant) -> [Message] {
        isEmpty ? [] : [.engine(map { Event(task: task, at: instant, .annotated(Annotation($0))) })]
    }
}

import ClientEngine
import ClientEngineRecording
import InspectorCommandLine
import InspectorHistory
import InspectorScreen
import InspectorValues
import InspectorWorkspace
import RequestFormats

/// Plans and sends requests, and looks at their responses.
///
///     send ──▶ Planner, on the disk's thread ──▶ jobs ──▶ Runner ──▶ client ──▶ events ──▶ follow
///
/// Not `Sendable`: it belongs to the main thread, which never waits for a disk here.
final class Sender {
    private let client: Client
    private let workspace: Workspace
    private let disk: DiskQueue
    private var runner = Runner(canSendAgain: true)
    private var environment: String?
    /// Keeps what has ended.
    private let history: HistoryWriter?
    /// Holds messages of other programs; nil where none come through here.
    private let holds: HoldController?

    init(
        _ client: Client, _ workspace: Workspace, disk: DiskQueue, history: HistoryWriter?,
        holds: HoldController?
    ) {
        self.client = client
        self.workspace = workspace
        self.disk = disk
        self.history = history
        self.holds = holds
        environment = workspace.environment
    }

    /// Indicates whether tasks are under way, or wait for others.
    var isBusy: Bool { runner.liveCount > 0 || runner.isWaiting }

    var planner: Planner { Planner(workspace, environment: environment, after: runner.memory) }

    /// The values that responses have given.
    var capturedValues: Set<String> { Set(runner.memory.captured.values) }

    func use(environment name: String?) {
        environment = name
        workspace.commands.forget()
        runner.forget()
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

    func resend(_ request: Request, of id: TaskID?) -> [Message] {
        let provenance = Provenance(.resend, resendOf: id)
        runner.append(resending: id, as: OutgoingRequest(request: request, provenance: provenance))
        return sendReady()
    }

    /// Sends jobs that were planned.
    func append(_ jobs: [RunJob]) -> [Message] {
        runner.append(jobs)
        return jobs.compactMap(\.addition).map { .notice(.confirmation($0)) } + sendReady()
    }

    /// Sends a request that was filled in, and what has waited for it.
    func finish(_ turn: Runner.Turn, _ result: Result<OutgoingRequest, Runner.JobError>) -> [Message] {
        send(turn, result) + sendReady()
    }

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

    // MARK: Looking at responses

    /// Looks at the responses of tasks that have ended, and sends what has waited for them; returns what the events change
    /// beyond the tasks.
    func follow(_ events: [Event], in known: Tasks) -> [Message] {
        var messages: [Message] = []
        for event in events {
            guard case .taskEnded = event.kind, let record = known[event.task] else { continue }
            if runner.task(event.task) == nil {
                history?.add(record)
            } else {
                messages += finish(record, at: event.at)
            }
        }
        return messages
    }

    private func finish(_ record: TaskRecord, at instant: Instant) -> [Message] {
        let findings = runner.finish(record)
        if let history {
            var judged = record
            judged.testResults += findings.results
            history.learn(capturedValues)
            history.add(judged)
        }
        if findings.writesFiles {
            disk.write("writing the response of task \(record.id)") {
                .messages(findings.writeFiles().messages(about: record.id, at: instant))
            }
        }
        return findings.results.messages(about: record.id, at: instant) + sendReady()
    }
}

extension Runner.Turn {
    fileprivate var result: Result<OutgoingRequest, Runner.JobError> {
        Result { () throws(Runner.JobError) in try request() }
    }
}

extension [TestResult] {
    /// Returns the events for the test results of a response.
    fileprivate func messages(about task: TaskID, at instant: Instant) -> [Message] {
        isEmpty ? [] : [.engine(map { Event(task: task, at: instant, .annotated(Annotation($0))) })]
    }
}

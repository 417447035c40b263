import ClientEngine
import ClientEngineRecording
import EnginePatterns
import EngineSupport
import Glibc
import InspectorHistory
import InspectorWorkspace
import RequestFormats

/// `inspector run`: fires requests without a screen.
///
///     options ──▶ RunRounds (all is read and checked) ──▶ SendLoop ──▶ HAR, exit status
///                    ├── requests that cannot be sent: named, exit 1
///                    └── bad usage, or nothing to send: exit 2
struct RunCommand {
    var options: Options
    /// Where the tasks are kept; nil keeps none.
    var history: HistoryFolder?

    /// Called with the status while all that was read and sent is still there: a program that exits then need not take it
    /// apart, which takes a tenth of the time of a short run.
    var willEnd: (ExitStatus) -> Void = { _ in }

    func run() -> ExitStatus {
        do throws(RunPlan.PlanError) {
            // Threads first: the system makes none while another one loads libcurl.
            SignalHandler.makeThread()
            let history = history.flatMap { options.historySession(of: .run, in: $0) }
                .map { HistoryWriter($0) }
            history?.start()
            // Its thread gets libcurl ready while the files are read.
            let client = Client { options.client.configure(&$0) }
            return try run(with: client, Trust(options), keptBy: history)
        } catch {
            error.lines.forEach(StandardStream.complain)
            return .usage
        }
    }

    /// Writes down what `--trust` has allowed, and says so when that fails.
    private func remember(_ trust: Trust) -> Bool {
        do throws(FileError) {
            try trust.memory.save()
            return true
        } catch {
            StandardStream.complain("what was allowed is not remembered: \(error)")
            return false
        }
    }

    private func run(
        with client: Client, _ trust: Trust, keptBy history: HistoryWriter?
    ) throws(RunPlan.PlanError) -> ExitStatus {
        let rounds = try RunRounds(options, trust: trust)
        rounds.messages.forEach(StandardStream.complain)
        try add(rounds.first.mocks, to: client)
        do throws(FileError) {
            // Opened before anything is sent: what cannot be written is said now.
            var har = try options.har.map { path throws(FileError) in try OutputFile(path) }
            var junit = try options.run.junit.map { path throws(FileError) in try OutputFile(path) }
            let output = try output(for: rounds)
            let result = fire(rounds, with: client, showing: output, keptBy: history)
            result.refusals.forEach { StandardStream.complain($0.description) }
            if result.undecided > 0 {
                let tasks = result.undecided.of("task")
                StandardStream.complain("--fail-if: the expression takes too long on \(tasks), not decided")
            }
            var redaction = options.redaction
            redaction.learn(values: result.captured)
            let isWritten = writeHAR(result, to: &har, &redaction)
            // What the archive has read is known by now.
            if har == nil { redaction.learn(reported: result) }
            let isReported = commit(to: &junit) {
                JUnitReport(result, leftOut: rounds.leftOut).bytes(redaction: &redaction)
            }
            let isPrinted = isDelivered(output)
            // Last: it was written meanwhile, and whoever waits for the report need not wait for it.
            history?.finishOrComplain()
            let isDone = remember(trust) && isWritten && isReported && isPrinted
            let status = isDone ? ExitStatus(result, leftOut: rounds.leftOut) : .failure
            withExtendedLifetime((rounds, output)) { willEnd(status) }
            return status
        } catch {
            throw RunPlan.PlanError(lines: [error.description])
        }
    }

    private func add(_ mocks: [Mock], to client: Client) throws(RunPlan.PlanError) {
        for mock in mocks {
            try Result { () throws(MockError) in try client.mocks.add(mock) }
                .mapError { RunPlan.PlanError(lines: ["mock \(mock.name): \($0)"]) }.get()
        }
    }

    private func fire(
        _ rounds: RunRounds, with client: Client, showing output: any RunOutput,
        keptBy history: HistoryWriter?
    ) -> SendLoop.Result {
        let mailbox = Mailbox<[SendLoop.Message]>()
        let interruptions = SignalHandler { mailbox.append(.signal($0)) }
        defer { withExtendedLifetime(interruptions) {} }
        var loop = SendLoop(
            client: client, mailbox: mailbox, output: output, leavingOut: rounds.leftOut.count)
        loop.parallel = options.run.parallel
        loop.hasReader = { StandardStream.hasReader }
        loop.history = history
        loop.keepsRecords = options.har != nil || options.run.junit != nil
        if var filter = rounds.first.filter { loop.fails = { filter.matches($0) } }
        return loop.run(rounds: rounds.rounds.map(\.plan.jobs), titled: rounds.title)
    }

    /// Says why a response that was asked for could not be printed; a reader that went away wants no more.
    private func isDelivered(_ output: any RunOutput) -> Bool {
        guard let failure = output.failure, failure.code != EPIPE else { return true }
        StandardStream.complain(failure.description)
        return false
    }

    private func writeHAR(
        _ result: SendLoop.Result, to file: inout OutputFile?, _ redaction: inout Redaction
    ) -> Bool {
        guard file != nil else { return true }
        let writer = HARWriter(creator: (name: Version.name, version: Version.number))
        guard commit(to: &file, { writer.write(result.records, redaction: &redaction) }) else { return false }
        if redaction.count > 0 {
            let values = redaction.count == 1 ? "1 secret is" : "\(redaction.count) secrets are"
            StandardStream.complain("\(values) redacted in \(options.har ?? "")")
        }
        return true
    }

    private func commit(to file: inout OutputFile?, _ content: () -> [UInt8]) -> Bool {
        do throws(FileError) {
            try file?.commit(content())
            return true
        } catch {
            StandardStream.complain(error.description)
            return false
        }
    }
}

extension Redaction {
    /// Reads what a report may quote: bodies only of tasks about whose responses something is said.
    mutating func learn(reported result: SendLoop.Result) {
        for record in result.records {
            if record.testResults.isEmpty { learn(headsOf: record) } else { learn(record) }
        }
    }
}

extension ExitStatus {
    /// The status of a run that nothing kept from the end: no task may have failed, match `--fail-if`, or be unsendable.
    init(_ result: SendLoop.Result, leftOut: [LeftOut] = []) {
        if let signal = result.signal { self.init(signal: signal); return }
        let faults =
            result.summary.failed + result.matches + result.undecided + result.refusals.count + leftOut.count
        self = faults > 0 ? .failure : .success
    }
}

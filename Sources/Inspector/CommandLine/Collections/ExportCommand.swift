import ClientEngine
import ClientEngineRecording
import InspectorCanvas
import InspectorValues
import InspectorWorkspace
import RequestFormats

/// `inspector export`: writes saved requests for another program.
///
///     PATH#NAME ──▶ RunPlan (filled in) ───▶ curl lines, HAR
///               └─▶ SavedSources (as saved) ─▶ .http, Postman
struct ExportCommand {
    var format: ExportFormat
    var options: Options

    func run() -> ExitStatus {
        do throws(RunPlan.PlanError) {
            let (export, leftOut) = try export()
            (leftOut + export.messages).forEach(StandardStream.complain)
            let status = try write(export.bytes)
            return leftOut.isEmpty ? status : .failure
        } catch {
            error.lines.forEach(StandardStream.complain)
            return .usage
        }
    }

    /// Returns the export, and the requests that are left out, one line each.
    private func export() throws(RunPlan.PlanError) -> (Export, leftOut: [String]) {
        switch format {
        case .curl, .har:
            let (requests, switchedOff, leftOut) = try prepared()
            var redaction = options.showsSecrets ? Redaction.none : Redaction()
            redaction.otherNames = options.client.preferred.redacted
            var export =
                format == .curl
                ? Export(curl: requests, redaction: redaction) : Export(har: requests, redaction: redaction)
            export.messages += switchedOff
            return (export, leftOut)
        case .http, .postman:
            let sources = try SavedSources(options)
            let export = Export(
                sources.collection, forPostman: format == .postman, showsSecrets: options.showsSecrets)
            return (export, sources.leftOut.lines)
        }
    }

    /// Returns the requests asked for that can be filled in although nothing is sent; what of them is switched off,
    /// and the others, are named.
    private func prepared() throws(RunPlan.PlanError) -> (
        [OutgoingRequest], switchedOff: [String], leftOut: [String]
    ) {
        // Nothing is written where requests want it: they are only put into other words.
        var trust = Trust(options)
        trust.allowances.append(.anyFile)
        let plan = try RunPlan(options, trust: trust)
        plan.warnings.forEach(StandardStream.complain)
        var requests: [OutgoingRequest] = []
        var switchedOff: [String] = []
        var leftOut = plan.leftOut.lines
        for job in plan.jobs where job.neededBy == nil {
            do throws(ResolveError) {
                requests.append(try job.request(after: SessionValues()))
                switchedOff += job.switchedOff.map { "\(job.label): \($0)" }
            } catch {
                leftOut.append("\(job.place)“\(job.label)” is left out: \(Self.reason(for: error))")
            }
        }
        guard !requests.isEmpty else { throw RunPlan.PlanError(lines: leftOut) }
        return (requests, switchedOff, leftOut)
    }

    private static func reason(for error: ResolveError) -> String {
        guard case .undefined(let name) = error.kind else { return error.message }
        return "“\(name)” comes from a response; give it a value with --var."
    }

    /// The text as a terminal may have it: what it would obey, hide or not have is spelled out, and that is said.
    private func shown(_ bytes: [UInt8]) -> [UInt8] {
        let (text, isChanged) = ExportCommand.shown(bytes, in: StandardStream.output.charset)
        if isChanged {
            StandardStream.complain(
                "signs that a terminal obeys, hides or does not have are spelled out here; a pipe or -o FILE gets them as they are"
            )
        }
        return text
    }

    /// The same as text, and whether anything had to be spelled out; where nothing had, the bytes stay as they are.
    static func shown(_ bytes: [UInt8], in charset: Charset) -> (text: [UInt8], isChanged: Bool) {
        let lines = DisplayText.lines(untrusted: bytes)
        let isForeign = charset != .utf8 && bytes.contains { $0 >= 0x80 }
        guard isForeign || lines.contains(where: \.hasEscapes) else { return (bytes, false) }
        return (Array(lines.map { $0.spelled(in: charset).string + "\n" }.joined().utf8), true)
    }

    private func write(_ bytes: [UInt8]) throws(RunPlan.PlanError) -> ExitStatus {
        guard let path = options.output, path != "-" else {
            StandardStream.output.write(StandardStream.output.isTerminal ? shown(bytes) : bytes)
            return .success
        }
        do throws(FileError) {
            var file = try OutputFile(path)
            guard try file.commitNew(bytes) else {
                throw FileError(path, "is there already; it is not overwritten")
            }
            return .success
        } catch {
            throw RunPlan.PlanError(lines: [error.description])
        }
    }
}

enum ExportFormat: String, Sendable, CaseIterable {
    case curl
    case har
    case http
    case postman
}

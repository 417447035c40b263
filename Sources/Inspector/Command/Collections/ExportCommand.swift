import ClientEngine
import Foundation
import RequestFormats

/// `inspector export`: writes saved requests for another program.
///
///     PATH#NAME ──▶ RunPlan (filled in) ───▶ curl lines, HAR
///               └─▶ SavedSources (as saved) ─▶ .http, Postman
struct ExportCommand {
    var format: ExportFormat
    var options: Options

    func run() -> ExitStatus {
        do throws(RunPlan.Refusal) {
            let export = try export()
            export.messages.forEach(StandardStream.complain)
            return try write(export.bytes)
        } catch {
            error.lines.forEach(StandardStream.complain)
            return .usage
        }
    }

    private func export() throws(RunPlan.Refusal) -> Export {
        switch format {
        case .curl:
            return Export(curl: try prepared(), redaction: redaction)
        case .har:
            return Export(har: try prepared(), redaction: redaction)
        case .http:
            return Export(http: try SavedSources(options).collection, showsSecrets: options.showsSecrets)
        case .postman:
            return Export(postman: try SavedSources(options).collection, showsSecrets: options.showsSecrets)
        }
    }

    private var redaction: Redaction { options.showsSecrets ? .none : Redaction() }

    /// The requests asked for that can be filled in although nothing is sent; the others are named.
    private func prepared() throws(RunPlan.Refusal) -> [PreparedRequest] {
        let plan = try RunPlan(options)
        plan.warnings.forEach(StandardStream.complain)
        var requests: [PreparedRequest] = []
        var leftOut: [String] = []
        for job in plan.jobs where job.neededBy == nil {
            do throws(ResolveError) {
                requests.append(try job.request(after: ChainMemory()))
            } catch {
                leftOut.append("\(job.place)“\(job.label)” is left out: \(Self.reason(for: error))")
            }
        }
        guard !requests.isEmpty else { throw RunPlan.Refusal(lines: leftOut) }
        leftOut.forEach(StandardStream.complain)
        return requests
    }

    /// Why a request cannot be filled in that a run could send.
    private static func reason(for error: ResolveError) -> String {
        guard case .undefined(let name) = error.kind else { return error.message }
        return "“\(name)” comes from a response; give it a value with --var."
    }

    private func write(_ bytes: [UInt8]) throws(RunPlan.Refusal) -> ExitStatus {
        guard let path = options.output, path != "-" else {
            StandardStream.output.write(bytes)
            return .success
        }
        do throws(FileError) {
            var file = try OutputFile(path)
            guard try file.commitNew(bytes) else {
                throw FileError(path, "is there already; it is not overwritten")
            }
            return .success
        } catch {
            throw RunPlan.Refusal(lines: [error.description])
        }
    }
}

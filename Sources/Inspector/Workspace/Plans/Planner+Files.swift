import InspectorValues
import RequestFormats

// What a run does with a file.
extension Planner {
    /// The jobs of a file, and what is wrong with the rest.
    package struct Reading {
        /// The requests, each behind those that it needs.
        package var jobs: [RunJob] = []
        package var leftOut: [LeftOut] = []
        /// The problems that keep everything from being sent.
        package var problems: [String] = []
        package var warnings: [String] = []
        /// Says why the name that was asked for selects nothing here.
        package var unknown: String?

        /// Indicates whether a request was asked for and is here, be it left out.
        package var isFound: Bool {
            jobs.contains { $0.neededBy == nil } || leftOut.contains { $0.label != nil }
        }
    }

    /// Reads one file and plans the request that is called `name`, or all that are not disabled; all that is in a file that
    /// cannot be read is left out.
    package func read(_ path: String, name: String?) -> Reading {
        do throws(FileError) {
            let folder = try TrustedFolder(
                RequestPaths.folder(of: path), in: openedFolder(of: path), workspace.trust)
            let file = try workspace.parse(path)
            var reading = Reading()
            let selected = select(name, in: file, &reading)
            report(file, selected, &reading)
            let usable = file.hasErrors ? selected.filter(\.isUsable) : selected
            if reading.problems.isEmpty, !usable.isEmpty { plan(usable, in: file, folder, &reading) }
            if file.dialect == .strict, !reading.leftOut.isEmpty { leaveOutAll(of: file, &reading) }
            return reading
        } catch {
            return Reading(leftOut: [LeftOut(file: path, [LoadError(error)])])
        }
    }

    /// Leaves out the requests that could be sent: in the strict dialect, an error is one of the whole document.
    private func leaveOutAll(of file: HTTPFile, _ reading: inout Reading) {
        let asked = reading.jobs.filter { $0.neededBy == nil }.compactMap(\.source?.saved)
        reading.leftOut += asked.map { saved in
            let message = "With --strict, nothing of a file with an error is sent."
            return LeftOut(saved, of: file, [Diagnostic(.error, line: saved.line, message)])
        }
        reading.jobs = []
    }

    private func select(_ name: String?, in file: HTTPFile, _ reading: inout Reading) -> [SavedRequest] {
        guard let name else { return file.requests.filter { !$0.isDisabled } }
        do throws(RequestSelector.SelectionError) {
            return [try file.request(named: name)]
        } catch .ambiguous {
            reading.problems.append(
                "\(file.path): \(RequestSelector.SelectionError.ambiguous(name: name, lines: []))")
        } catch {
            reading.unknown = error.description
        }
        return []
    }

    /// Takes over what the parser said about the selected requests and about the file as a whole.
    private func report(_ file: HTTPFile, _ selected: [SavedRequest], _ reading: inout Reading) {
        guard !file.diagnostics.isEmpty else { return }
        reading.leftOut += LeftOut.unusable(selected, of: file)
        let relevant = file.ownDiagnostics + selected.flatMap(\.diagnostics)
        let warnings = relevant.filter { $0.severity == .warning }.sorted { $0.line < $1.line }
        reading.warnings += warnings.map { LoadError(file.path, $0).description }
    }

    private func plan(
        _ requests: [SavedRequest], in file: HTTPFile, _ folder: TrustedFolder, _ reading: inout Reading
    ) {
        do throws(PlanError) {
            let plan = try plan(requests, in: file, folder)
            reading.jobs = plan.jobs
            if !plan.importProblems.isEmpty {
                reading.leftOut.append(LeftOut(file: file.path, plan.importProblems))
            }
            reading.leftOut += plan.leftOut.map {
                LeftOut($0.saved, of: file, [explained($0.error, in: file)])
            }
            reading.warnings += plan.warnings.map { "\(file.path): \($0)" }
            // A check that did not run must not look like one that passed.
            let unrun = plan.jobs.flatMap { $0.source?.responseActions.unrun ?? [] }
            reading.warnings += unrun.map { LoadError(file.path, $0).description }
        } catch {
            switch error {
            case .file(let problem):
                reading.leftOut += requests.map { LeftOut(file: file.path, label: $0.label, [problem]) }
            case .environment(let error):
                let known = error.diagnostic.expected.map { " (\($0))" } ?? ""
                reading.problems.append("\(file.path): \(error.diagnostic.message)\(known)")
            }
        }
    }

    /// Returns the error with what helps: `--var` for a value that is asked for, and, where no environment is chosen, those that
    /// would define a variable.
    private func explained(_ error: ResolveError, in file: HTTPFile) -> Diagnostic {
        var diagnostic = error.diagnostic
        switch error.kind {
        case .unanswered(let names):
            diagnostic.expected = names.map { "--var \($0)=VALUE" }.joined(separator: " ")
        case .undefined(let name) where environment == nil:
            let folder = RequestPaths.folder(of: file.path)
            let environments = try? EnvironmentFolders.load(for: folder, upTo: root ?? folder)
            let names = environments?.names(defining: name) ?? []
            guard let first = names.first else { break }
            let known = names.map { "“\($0)”" }.joined(separator: ", ")
            diagnostic.expected = "defined in \(known): -e \(first)"
        default: break
        }
        return diagnostic
    }
}

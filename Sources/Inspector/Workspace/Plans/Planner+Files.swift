import InspectorValues
import RequestFormats

// The planning of a run.
extension Planner {
    /// The jobs of a file, and its problems.
    package struct Reading {
        /// The requests, each after the requests that it needs.
        package var jobs: [RunJob] = []
        package var leftOut: [LeftOut] = []
        /// Problems that prevent sending anything.
        package var problems: [String] = []
        package var warnings: [String] = []
        /// The reason why the requested name selects nothing in the file.
        package var unknown: String?

        /// Indicates whether a request was selected, even if it cannot be sent.
        package var isFound: Bool {
            jobs.contains { $0.neededBy == nil } || leftOut.contains { $0.label != nil }
        }
    }

    /// Reads a file and plans the request called `name`, or all enabled requests.
    ///
    /// If the file cannot be read, everything in it is reported as left out.
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

    /// Rejects the valid requests, too: in the strict dialect, one error invalidates the whole document.
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

    /// Records the diagnostics of the selected requests and of the file itself.
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
            // An assertion that was not evaluated must not look as if it passed.
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

    /// Returns the error with a remedy: `--var` for a prompted value, or environments that define a missing
    /// variable.
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

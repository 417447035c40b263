import ClientEngine
import InspectorValues
import RequestFormats

/// Reads request files and makes their requests ready to be sent.
package struct RequestReader {
    /// The environment, the variables and what the files may do; its paths do not count.
    private let workspace: Workspace
    /// The folder up to which environment files count.
    private let root: String

    /// What the requests before leave, as far as names go: their values are not known yet.
    package var promised: SessionValues

    /// What a file holds.
    package struct Reading {
        /// The requests, each behind those that it needs.
        package var jobs: [RunJob] = []
        /// The requests that cannot be sent.
        package var leftOut: [LeftOut] = []
        /// What keeps everything from being sent.
        package var problems: [String] = []
        package var warnings: [String] = []
        /// Why the name that was asked for selects nothing here.
        package var unknown: String?

        /// Whether a request was asked for and is here, be it left out.
        package var isFound: Bool {
            jobs.contains { $0.neededBy == nil } || leftOut.contains { $0.label != nil }
        }
    }

    package init(workspace: Workspace, root: String, promised: SessionValues) {
        self.workspace = workspace
        self.root = root
        self.promised = promised
    }

    /// Reads one file; all that is in one that cannot be read is left out.
    package func read(_ path: String, name: String?) -> Reading {
        do throws(FileError) {
            return try requests(of: path, name: name)
        } catch {
            return Reading(leftOut: [LeftOut(file: path, [FileProblem(error)])])
        }
    }

    /// The request that is called `name`, or all that are not disabled, and what they need.
    private func requests(of path: String, name: String?) throws(FileError) -> Reading {
        let folder = try TrustedFolder(RequestPaths.folder(of: path), workspace.trust)
        let bytes = try RegularFile(path).contents(limit: HTTPFile.maximumSize)
        let file = HTTPFile(parsing: bytes, path: path, dialect: workspace.dialect)
        var reading = Reading()
        let selected = select(name, in: file, &reading)
        report(file, selected, &reading)
        let usable = selected.filter(\.isUsable)
        guard reading.problems.isEmpty, !usable.isEmpty else { return reading }
        do throws(FileProblem) {
            guard let scope = try scope(of: path, &reading) else { return reading }
            let resolver = RequestResolver(file, variables: scope, files: folder)
            plan(usable, in: file, resolver, folder, &reading)
        } catch {
            reading.leftOut += usable.map { LeftOut(file: path, label: $0.label, [error]) }
        }
        return reading
    }

    private func select(_ name: String?, in file: HTTPFile, _ reading: inout Reading) -> [SavedRequest] {
        guard let name else { return file.requests.filter { !$0.options.isDisabled } }
        do throws(RequestSelector.Failure) {
            return [try file.request(named: name)]
        } catch .ambiguous {
            reading.problems.append(
                "\(file.path): \(RequestSelector.Failure.ambiguous(name: name, lines: []))")
        } catch {
            reading.unknown = error.description
        }
        return []
    }

    /// Takes over what the parser said about the selected requests and about the file as a whole.
    private func report(_ file: HTTPFile, _ selected: [SavedRequest], _ reading: inout Reading) {
        reading.leftOut += LeftOut.unusable(selected, of: file)
        let relevant = file.ownDiagnostics + selected.flatMap(\.diagnostics)
        let warnings = relevant.filter { $0.severity == .warning }.sorted { $0.line < $1.line }
        reading.warnings += warnings.map { FileProblem(file.path, $0).description }
    }

    /// Nil where the environment asked for is none of the file's.
    private func scope(of path: String, _ reading: inout Reading) throws(FileProblem) -> VariableScope? {
        let folder = RequestPaths.folder(of: path)
        let dynamic = DynamicValues.ofProcess(for: folder, upTo: root, workspace.trust)
        let environments = try EnvironmentFolders.load(for: folder, upTo: root)
        do throws(Diagnostic) {
            let selected = try environments.select(
                workspace.environment, overrides: workspace.overrides, dynamic: dynamic)
            reading.warnings += selected.warnings.map { "\(path): \($0)" }
            return VariableScope(overrides: workspace.overrides, environment: selected, dynamic: dynamic)
        } catch {
            let known = error.expected.map { " Known: \($0)." } ?? ""
            reading.problems.append("\(path): \(error.message)\(known)")
            return nil
        }
    }

    private func plan(
        _ selected: [SavedRequest], in file: HTTPFile, _ resolver: RequestResolver, _ folder: TrustedFolder,
        _ reading: inout Reading
    ) {
        let plan = RequestPlan(of: selected, in: file, with: resolver, after: promised)
        reading.leftOut += plan.leftOut.map { LeftOut($0.saved, of: file, [$0.error.diagnostic]) }
        for step in plan.steps {
            let source = RunJob.Source(
                saved: step.saved, file: file.path, resolver: resolver, folder: folder,
                responseActions: step.responseActions, timeout: workspace.timeout)
            reading.jobs.append(RunJob(step, source: source))
            // A check that did not run must not look like one that passed.
            reading.warnings += step.responseActions.unrun.map { FileProblem(file.path, $0).description }
        }
    }
}

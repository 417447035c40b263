import ClientEngine
import InspectorValues
import RequestFormats

/// Makes jobs of requests in files, each of which is read and parsed once, whatever is asked about it.
///
///     file ──▶ requests ── variables, what they need ──▶ jobs
///                 │                   └──▶ left out, because something is wrong
///                 └──▶ what they want to know first
///
/// Everything here may wait for a disk.
package struct Planner: Sendable {
    /// The files, what the command line says about them, and what they may do.
    package internal(set) var workspace: Workspace
    let environment: String?
    /// The folder up to which environment files count; nil is the opened one that a file lies in.
    let root: String?
    /// The values that earlier requests have left; of those that are not sent yet, the names alone.
    package var memory: SessionValues

    /// Creates a planner for the screen.
    ///
    /// A folder that does not know the environment is no mistake here: another one may.
    package init(
        _ workspace: Workspace, environment: String?, after memory: SessionValues = SessionValues()
    ) {
        self.workspace = workspace
        self.environment = environment
        self.memory = memory
        root = nil
    }

    /// Creates a planner for a run, which takes the workspace's environment; every folder has to know it.
    package init(_ workspace: Workspace, upTo root: String, after memory: SessionValues) {
        self.workspace = workspace
        self.memory = memory
        self.root = root
        environment = workspace.environment
    }

    /// Says why the variables of a folder are not known.
    enum PlanError: Error {
        /// A file of them cannot be used.
        case file(LoadError)
        /// There is no such environment, or nothing can be made of it.
        case environment(EnvironmentError)
    }

    /// The plan for the requests of one file.
    struct Plan {
        var jobs: [RunJob]
        var leftOut: [RequestPlan.LeftOut]
        /// The oddities of the environment.
        var warnings: [String]
        /// The files that could not be imported, and why.
        var importProblems: [LoadError]
    }

    /// Plans requests that have no errors in them, with what they need.
    func plan(_ requests: [SavedRequest], in file: HTTPFile, _ folder: TrustedFolder) throws(PlanError)
        -> Plan
    {
        let (variables, warnings) = try variables(of: RequestPaths.folder(of: file.path))
        var reader = ImportReader(self, for: file, folder)
        let resolver = RequestResolver(
            file, variables: variables, files: folder, rules: folder.rules,
            imports: reader.documents(importedBy: file, folder))
        let plan = RequestPlan(of: requests, with: resolver, after: memory)
        var document = RunJob.Document(resolver, folder: folder, timeout: workspace.timeout)
        let jobs = plan.steps.map { step in
            if step.resolver !== document.resolver {
                let folder = reader.folders[step.resolver.file.path] ?? folder
                document = RunJob.Document(step.resolver, folder: folder, timeout: workspace.timeout)
            }
            return RunJob(step, source: RunJob.Source(step, in: document))
        }
        return Plan(
            jobs: jobs, leftOut: plan.leftOut, warnings: warnings, importProblems: reader.problems)
    }

    /// Returns the folder that was opened and holds a file: files of bodies, imports and environments count up to there.
    func openedFolder(of path: String) -> String { root ?? workspace.root(of: RequestPaths.folder(of: path)) }

    /// Returns the variables of a folder, and what is odd about them.
    func variables(of folder: String) throws(PlanError) -> (scope: VariableScope, warnings: [String]) {
        let root = root ?? workspace.root(of: folder)
        let dynamic = DynamicValues.ofProcess(for: folder, upTo: root, workspace.trust)
        let environments: Environments
        do throws(LoadError) {
            environments = try EnvironmentFolders.load(for: folder, upTo: root)
        } catch {
            throw .file(error)
        }
        let isDemanded = self.root != nil
        let name = environment.flatMap { isDemanded || environments.names.contains($0) ? $0 : nil }
        let selected = try Result { () throws(EnvironmentError) in
            try environments.select(name, overrides: workspace.overrides, dynamic: dynamic)
        }.mapError(PlanError.environment).get()
        let scope = VariableScope(overrides: workspace.overrides, environment: selected, dynamic: dynamic)
        return (scope, selected.warnings)
    }
}

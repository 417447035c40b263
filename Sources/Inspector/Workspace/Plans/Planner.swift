import ClientEngine
import InspectorValues
import RequestFormats

/// Makes jobs from the requests of files.
///
/// Each file is read and parsed once.
///
///     file ──▶ requests ── variables, needed requests ──▶ jobs
///                 │                   └──▶ left out, because of an error
///                 └──▶ questions to answer first
///
/// All methods may block on the disk.
package struct Planner: Sendable {
    /// The files, their command-line settings, and their permissions.
    package internal(set) var workspace: Workspace
    let environment: String?
    /// The topmost folder with environment files.
    ///
    /// `nil` means the opened folder that contains the file.
    let root: String?
    /// The values that earlier requests produced.
    ///
    /// For requests not sent yet, only the names.
    package var memory: SessionValues

    /// Creates a planner for the screen.
    ///
    /// A folder may lack the environment, because another folder may define it.
    package init(
        _ workspace: Workspace, environment: String?, after memory: SessionValues = SessionValues()
    ) {
        self.workspace = workspace
        self.environment = environment
        self.memory = memory
        root = nil
    }

    /// Creates a planner for a run in the workspace's environment.
    ///
    /// Every folder must define that environment.
    package init(_ workspace: Workspace, upTo root: String, after memory: SessionValues) {
        self.workspace = workspace
        self.memory = memory
        self.root = root
        environment = workspace.environment
    }

    /// The reason why the variables of a folder are unavailable.
    enum PlanError: Error {
        /// An environment file cannot be read.
        case file(LoadError)
        /// The environment does not exist or is invalid.
        case environment(EnvironmentError)
    }

    /// The plan for the requests of one file.
    struct Plan {
        var jobs: [RunJob]
        var leftOut: [RequestPlan.LeftOut]
        /// Warnings about the environment.
        var warnings: [String]
        /// Errors of files that could not be imported.
        var importProblems: [LoadError]
    }

    /// Plans requests without errors, with the requests that they need.
    func plan(_ requests: [SavedRequest], in file: HTTPFile, _ folder: TrustedFolder) throws(PlanError)
        -> Plan
    {
        let (variables, warnings) = try variables(of: RequestPaths.folder(of: file.path))
        var reader = ImportReader(self, for: file, folder)
        let resolver = RequestResolver(
            file, variables: variables, files: folder, rules: folder.rules,
            imports: reader.documents(importedBy: file, folder))
        let plan = RequestPlan(of: requests, with: resolver, after: memory)
        var document = RunJob.Document(resolver, folder: folder, defaults: workspace.defaults)
        let jobs = plan.steps.map { step in
            if step.resolver !== document.resolver {
                let folder = reader.folders[step.resolver.file.path] ?? folder
                document = RunJob.Document(step.resolver, folder: folder, defaults: workspace.defaults)
            }
            return RunJob(step, source: RunJob.Source(step, in: document))
        }
        return Plan(
            jobs: jobs, leftOut: plan.leftOut, warnings: warnings, importProblems: reader.problems)
    }

    /// Returns the opened folder that contains a file.
    ///
    /// It limits body files, imports and environment files.
    func openedFolder(of path: String) -> String { root ?? workspace.root(of: RequestPaths.folder(of: path)) }

    /// Returns the variables of a folder, with warnings about them.
    ///
    /// Without `runsCommands`, a variable whose command has not run has no value.
    func variables(
        of folder: String, runsCommands: Bool = true
    ) throws(PlanError) -> (scope: VariableScope, warnings: [String]) {
        let root = root ?? workspace.root(of: folder)
        let dynamic = DynamicValues.ofProcess(
            for: folder, upTo: root, workspace.trust, workspace.commands, runsCommands: runsCommands)
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

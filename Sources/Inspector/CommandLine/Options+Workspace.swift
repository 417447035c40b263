import ClientEngine
import InspectorWorkspace

extension Options {
    /// The workspace that the screen is opened on, and that `run` reads its requests in.
    var workspace: Workspace {
        Workspace(
            paths: paths.isEmpty ? ["."] : paths, environment: environment, overrides: overrides,
            timeout: timeout, mocksFolder: mocks, fillsInAll: fillsInAll, isStrict: isStrict,
            trust: Trust(self))
    }

    /// The screen on a workspace, theirs where none is given, as the options describe it.
    func session(
        with client: Client, on workspace: Workspace? = nil, title: String?,
        sending first: OutgoingRequest? = nil
    ) -> ScreenSession {
        ScreenSession(
            workspace: workspace ?? self.workspace, client: client, isASCII: isASCII, keptBodies: keptBodies,
            title: title,
            first: first)
    }
}

extension Trust {
    /// What the command line says, and what the user has allowed before.
    init(_ options: Options, state: StateFolder = .ofProcess) {
        self.init(memory: TrustMemory(state))
        allowances = Set(options.allowances)
        isTrusting = options.isTrusting
    }
}

extension Options {
    /// The workspace that the screen is opened on, and that `run` reads its requests in.
    var workspace: Workspace {
        Workspace(
            paths: paths.isEmpty ? ["."] : paths, environment: environment, overrides: overrides,
            timeout: timeout, mocksFolder: mocks, fillsInAll: fillsInAll, isStrict: isStrict,
            trust: Trust(self))
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

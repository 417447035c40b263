import ClientEngine
import ClientEngineRecording
import FoundationEssentials
import Glibc
import InspectorWorkspace

extension Options {
    /// The workspace that the screen is opened on, and that `run` reads its requests in.
    var workspace: Workspace {
        Workspace(
            paths: paths.isEmpty ? ["."] : paths, environment: environment, overrides: overrides,
            defaults: client.defaults, mocksFolder: mocks, fillsInAll: fillsInAll, isStrict: isStrict,
            trust: Trust(self))
    }

    /// A folder of mocks that was named has to be there; the one beside the first path may be missing.
    var mocksProblems: [String] {
        guard let mappings = mocks.map({ $0 + "/mappings" }) else { return [] }
        let isThere = FileManager.default.fileExists(atPath: mappings)
        return isThere ? [] : [FileError(mappings, errno: ENOENT).description]
    }

    var pathProblems: [String] {
        let missing = paths.first { !FileManager.default.fileExists(atPath: $0) }
        return missing.map { path in
            let hint = path.contains("/") ? "" : CommandName.hint(to: path)
            return [FileError(path, errno: ENOENT).description + hint]
        } ?? []
    }

    /// The variables that were given; of two with the same name the later one counts.
    var overrides: [String: String] {
        Dictionary(variables.map { ($0.name, $0.value) }) { $1 }
    }

    /// Describes the screen on a workspace, by default on the one that is named.
    func session(
        with client: Client, on workspace: Workspace? = nil, title: String?,
        sending first: OutgoingRequest? = nil
    ) -> ScreenSession {
        ScreenSession(
            workspace: workspace ?? self.workspace, client: client, isASCII: screen.isASCII,
            theme: screen.theme,
            keptBodies: screen.keptBodies, title: title, first: first, url: url,
            isPlain: screen.isPlain, configuration: configuration,
            redaction: hidingRedaction)
    }
}

extension Trust {
    init(_ options: Options, state: StateFolder = .ofProcess) {
        self.init(memory: TrustMemory(state))
        allowances = options.allowances
        isTrusting = options.isTrusting
    }
}

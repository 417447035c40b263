import ClientEngine
import InspectorMockServer
import InspectorValues
import InspectorWorkspace

extension Options {
    /// The folder that holds `mappings/`: the one that was named, or the one beside the first path.
    var mocksFolder: String {
        mocks ?? RequestPaths.mocks(beside: paths.first ?? ".")
    }

    /// Starts the server that the options describe.
    ///
    /// - Throws: what keeps it from listening.
    func stubServer(on port: Int, for client: Client, backlog: Backlog? = nil) throws -> StubServer {
        var settings = StubServer.Settings()
        settings.backlog = backlog
        // What is shown in lines, and counted in a backlog, shows no bodies.
        settings.keepsBodies = backlog == nil
        settings.port = UInt16(port)
        settings.upstream = try upstream.map { try RequestURL(parsing: $0) }
        settings.allowedHosts = allowedHosts
        settings.timeout = timeout
        let folder = mocksFolder
        if opensAdmin {
            settings.admin = StubSource(fillsInAll: fillsInAll) { [fillsInAll] in
                MockFolder(folder, fillsInAll: fillsInAll).mocks
            } bodyFile: { name in
                MockFolder.bodyFile(name, of: folder)
            }
        }
        return try StubServer(settings, client: client)
    }

    /// The first flag that means something to a mock server alone.
    var firstServingFlag: String? {
        if upstream != nil { return "--to" }
        if !allowedHosts.isEmpty { return "--allow-host" }
        return opensAdmin ? "--admin" : nil
    }
}

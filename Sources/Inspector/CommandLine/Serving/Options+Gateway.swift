import ClientEngine
import ClientEngineRecording
import EngineSupport
import InspectorGateway
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
    func gateway(
        on port: Int, for engine: Client, to upstream: String?, backlog: Backlog? = nil, keepingBodies: Bool,
        namingPrograms: Bool = true, relaying origins: Locked<RelayedOrigins>? = nil,
        opening opener: TLSOpener? = nil, holding holder: HoldController? = nil
    ) throws -> Gateway {
        var settings = Gateway.Settings()
        settings.backlog = backlog
        settings.keepsBodies = keepingBodies
        settings.relayedOrigins = origins
        settings.holder = holder
        let route = TunnelRoute(proxy: client.proxy?.text, environment: ProcessEnvironment.variables)
        if upstream != nil {
            settings.upgrades = route
        } else if server.givesProxy {
            (settings.opener, settings.tunnels) = (opener, route)
        }
        if namingPrograms { settings.programs = ProgramFinder() }
        settings.port = UInt16(port)
        settings.upstream = try upstream.map { try RequestURL(parsing: $0) }
        settings.allowedHosts = server.allowedHosts
        settings.allowedOrigins = server.allowedOrigins
        settings.forwardsOpened = mocks != nil
        settings.timeout = client.timeout
        if server.opensAdmin {
            settings.admin = MockSource(fillsInAll: fillsInAll) { [self] in
                MockFolder(mocksFolder, fillsInAll: fillsInAll, trust: Trust(self)).mocks
            } bodyFile: { [self] name in
                MockFolder.bodyFile(name, of: mocksFolder)
            }
        }
        return try Gateway(settings, client: engine)
    }
}

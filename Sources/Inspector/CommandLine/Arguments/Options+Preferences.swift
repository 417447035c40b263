import FoundationEssentials
import InspectorValues
import InspectorWorkspace

extension Invocation {
    /// Reads the configuration file where the command has a use for it, and fills in what no flag says.
    ///
    /// The screen opens whatever is wrong in the file, and says so itself; other commands do nothing then.
    func configured(by file: ConfigFile, _ environment: [String: String]) throws(ConfigError) -> Invocation {
        let isProxied = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].contains {
            environment[$0]?.isEmpty == false
        }
        func adopt(
            _ options: inout Options, _ reading: ConfigFile.Reading, _ concerns: ClientOptions.Concern
        ) {
            options.configuration = reading
            options.client.adopt(reading.preferences.sending, concerns, isProxied: isProxied)
        }
        func checked() throws(ConfigError) -> ConfigFile.Reading {
            let reading = file.read()
            guard reading.problems.isEmpty else { throw ConfigError(lines: reading.problems) }
            reading.warnings.forEach(StandardStream.complain)
            return reading
        }
        switch self {
        case .screen(var options):
            adopt(&options, file.read(), .all)
            return .screen(options)
        case .demo(var options):
            adopt(&options, file.read(), .nothing)
            return .demo(options)
        case .curl(var options):
            adopt(&options, options.opensScreen ? file.read() : try checked(), .connections)
            return .curl(options)
        case .run(var options):
            adopt(&options, try checked(), .all)
            return .run(options)
        case .exporting(let format, var options):
            adopt(&options, try checked(), .all)
            return .exporting(format, options)
        case .mock(var options):
            adopt(&options, try checked(), .all)
            return .mock(options)
        case .attach(var options):
            // Lines say what is wrong in it where they begin.
            adopt(&options, file.read(), .all)
            return .attach(options)
        case .history(var options):
            adopt(&options, try checked(), .nothing)
            return .history(options)
        default: return self
        }
    }
}

/// Says what is wrong with the configuration file, one line each.
struct ConfigError: Error {
    var lines: [String]
}

extension ClientOptions {
    /// The part of the wishes about sending that concerns a command.
    enum Concern {
        /// The demo talks to itself.
        case nothing
        /// `curl` does the rest as its own command line says.
        case connections
        case all
    }

    /// Takes over what no flag says; a proxy of the environment comes first, too.
    fileprivate mutating func adopt(_ wishes: SendingPreferences, _ concern: Concern, isProxied: Bool) {
        guard concern != .nothing else { return }
        proxy = proxy ?? (isProxied ? nil : wishes.proxy)
        authorities = authorities ?? wishes.authorities
        guard concern == .all else { return }
        timeout = timeout ?? wishes.attempt
        preferred = wishes
    }
}

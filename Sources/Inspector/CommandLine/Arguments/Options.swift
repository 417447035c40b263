import ClientEngine
import ClientEngineRecording
import InspectorGateway
import InspectorValues
import InspectorWorkspace
import RequestFormats

/// The result of reading the flags and words of a command line.
struct Options: Sendable, Equatable {
    /// Files, folders and, for `run` and `export`, `PATH#NAME`, as they were written; for `curl` the words of its
    /// command line.
    var paths: [String] = []
    /// The URL that the screen opens a draft with.
    var url: String?
    var environment: String?
    /// Variables that win over those of the files, in the order given.
    var variables: [Variable] = []
    var mocks: String?
    /// Indicates whether every mock of the files is a template.
    var fillsInAll = false
    var allowances: [Allowance] = []
    var isTrusting = false
    var isStrict = false
    var isJSON = false
    var showsSecrets = false
    /// The file or folder that `import` and `export` write to, and the file for the bodies of `run`.
    var output: String?
    var opensScreen = false
    /// The file that `run` and `history` write as HAR.
    var har: String?
    var client = ClientOptions()
    var screen = ScreenOptions()
    var run = RunOptions()
    var server = MockOptions()
    var history = HistoryOptions()
    /// The content of the configuration file; the flags come first.
    var configuration = ConfigFile.Reading()

    struct Variable: Sendable, Equatable {
        var name: String
        var value: String
    }
}

/// The options for requests that say nothing else themselves.
struct ClientOptions: Sendable, Equatable {
    var retries: Int?
    var timeout: Duration?
    var unixSocket: String?
    var resolve: [HostAddresses] = []
    var connectTo: [ConnectionPeer] = []
    var proxy: Proxy?
    /// The file of trusted certificate authorities.
    var authorities: String?
    var certificate: String?
    var key: String?
    var isInsecure = false
    /// The wishes of the configuration file.
    var preferred = SendingPreferences()

    /// The options of saved requests and drafts that leave them open.
    var defaults: RequestOptions {
        var defaults = RequestOptions()
        defaults.attemptTimeout = timeout
        defaults.unixSocket = unixSocket
        return defaults
    }

    func configure(_ configuration: inout ClientConfiguration) {
        configuration.userAgent = "\(Version.name)/\(Version.number)"
        configuration.connections.resolve = resolve
        configuration.connections.connectTo = connectTo
        configuration.connections.proxy = proxy
        if let authorities { configuration.connections.tls.certificateAuthorities = authorities }
        configuration.connections.tls.verification = isInsecure ? .none : .full
        configuration.connections.tls.clientCertificate = certificate.map { .init(file: $0, keyFile: key) }
        configuration.options.timeouts = preferred.timeouts
        if let limits = preferred.limits { configuration.limits = limits }
        var retry = preferred.retry
        if let retries {
            retry = retry ?? RetryPolicy(maximumRetries: retries)
            retry?.maximumRetries = retries
        }
        if let retry { configuration.retry = retry }
    }

    /// The files of certificates and keys that cannot be used, one line for each.
    var certificateProblems: [String] {
        [("--cacert", authorities), ("--cert", certificate), ("--key", key)].compactMap { flag, path in
            guard let path else { return nil }
            do throws(FileError) {
                _ = try RegularFile(path)
                return nil
            } catch {
                return "\(flag): \(error)"
            }
        }
    }
}

struct ScreenOptions: Sendable, Equatable {
    var isASCII = false
    var theme: ThemeName?
    /// Indicates whether lines are printed instead of a screen.
    var isPlain = false
    /// The number of bytes of bodies that a session keeps; nil is the usual limit.
    var keptBodies: Int?
}

struct RunOptions: Sendable, Equatable {
    var junit: String?
    /// The filter that makes the run fail when a finished task matches.
    var failIf: String?
    /// The number of requests that may be under way at once.
    var parallel = 1
    /// The number of times that all is run.
    var repetitions = 1
    /// The file of rows that each are a run.
    var data: String?
    var color = Paint.Choice.auto
    /// Indicates whether each exchange is shown as it was on the wire.
    var isVerbose = false
    /// Indicates whether the heads and the bodies of responses are printed.
    var showsHead = false
    var showsBody = false

    var printsResponses: Bool { showsHead || showsBody }
}

/// The options for serving mocks to other programs.
struct MockOptions: Sendable, Equatable {
    /// The port of `mock` or `sandbox`; 0 lets the kernel choose.
    var port = 0
    /// The port beside the screen; nil starts no server.
    var screenPort: Int?
    /// The URL that requests are passed on to that no mock answers.
    var upstream: String?
    /// Hosts that requests may name besides this machine.
    var allowedHosts: [String] = []
    /// Origins of pages of other sites whose requests are passed on.
    var allowedOrigins: [String] = []
    var opensAdmin = false
    /// The words of the command line of the program to watch.
    var program: [String] = []
    /// The servers that it asks by its variables.
    var origins: [WatchedOrigin] = []
    /// Indicates whether it is given a proxy.
    var givesProxy = false
    /// The socket that programs are attached by; nil is the usual one.
    var socket: String?
    /// The hosts whose TLS the proxy opens.
    var openedHosts: [OpenedHost] = []

    /// The first flag given that means something to a mock server alone.
    var firstFlag: String? {
        if upstream != nil { return "--to" }
        if !allowedHosts.isEmpty { return "--allow-host" }
        if !allowedOrigins.isEmpty { return "--allow-origin" }
        return opensAdmin ? "--admin" : nil
    }
}

extension Options {
    /// The redaction of everything that is written: it hides secrets, unless they are asked for.
    var redaction: Redaction { showsSecrets ? .none : hidingRedaction }

    /// A redaction that hides secrets; the password of a proxy is one, though no request has it.
    var hidingRedaction: Redaction {
        var redaction = Redaction()
        redaction.otherNames = client.preferred.redacted
        if let proxy = client.proxy { redaction.learn(url: proxy.text) }
        return redaction
    }
}

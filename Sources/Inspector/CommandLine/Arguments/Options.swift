import ClientEngine
import InspectorValues
import InspectorWorkspace

/// What the flags and words of a command line add up to.
struct Options: Sendable, Equatable {
    /// Files, folders and, for `run` and `export`, `PATH#NAME`, as they were written; for `curl` the words of its
    /// command line.
    var paths: [String] = []
    /// The URL that the screen opens a draft with.
    var url: String?
    var environment: String?
    /// Variables that win over those of the files, in the order given.
    var variables: [Variable] = []
    /// The folder that holds `mappings/`.
    var mocks: String?
    /// Whether every mock of the files is a template.
    var fillsInAll = false
    /// What request files may do beyond themselves.
    var allowances: [Allowance] = []
    /// Whether what request files want is allowed and remembered.
    var isTrusting = false
    /// Whether the syntax of request files is read strictly.
    var isStrict = false
    /// Whether output is one JSON object per event.
    var isJSON = false
    var showsSecrets = false
    /// The file or folder that `import` and `export` write to, and the file for the bodies of `run`.
    var output: String?
    /// Whether `curl` opens the screen.
    var opensScreen = false
    var client = ClientOptions()
    var screen = ScreenOptions()
    var run = RunOptions()
    var server = MockOptions()

    struct Variable: Sendable, Equatable {
        var name: String
        var value: String
    }
}

/// How requests are sent that say nothing else themselves.
struct ClientOptions: Sendable, Equatable {
    /// The number of further attempts.
    var retries: Int?
    /// The time limit of one attempt.
    var timeout: Duration?
    /// Addresses to use for hosts.
    var resolve: [HostAddresses] = []
    /// Other hosts to connect to.
    var connectTo: [ConnectionPeer] = []
    var proxy: String?
    /// The file of trusted certificate authorities.
    var authorities: String?
    /// The file of the certificate to show to servers.
    var certificate: String?
    /// The file of that certificate's key.
    var key: String?
    /// Whether the certificates of servers are not checked.
    var isInsecure = false

    /// Sets what the command line says about every request.
    func configure(_ configuration: inout ClientConfiguration) {
        configuration.userAgent = "\(Version.name)/\(Version.number)"
        configuration.connections.resolve = resolve
        configuration.connections.connectTo = connectTo
        configuration.connections.proxy = proxy
        if let authorities { configuration.connections.tls.certificateAuthorities = authorities }
        configuration.connections.tls.verification = isInsecure ? .none : .full
        configuration.connections.tls.clientCertificate = certificate.map { .init(file: $0, keyFile: key) }
        if let retries { configuration.retry = RetryPolicy(maximumRetries: retries) }
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
    var theme = ThemeName.terminal
    /// The number of bytes of bodies that a session keeps; nil is the usual limit.
    var keptBodies: Int?
}

struct RunOptions: Sendable, Equatable {
    /// The file to write as HAR.
    var har: String?
    /// The file to write as JUnit XML.
    var junit: String?
    /// The filter that makes the run fail when a finished task matches.
    var failIf: String?
    /// The number of requests that may be under way at once.
    var parallel = 1
    /// How often all is run.
    var repetitions = 1
    /// The file of rows that each are a run.
    var data: String?
    var color = Paint.Choice.auto
    /// Whether each exchange is shown as it was on the wire.
    var isVerbose = false
    /// Whether the heads and the bodies of responses are printed.
    var showsHead = false
    var showsBody = false

    var printsResponses: Bool { showsHead || showsBody }
}

/// How mocks are served to other programs.
struct MockOptions: Sendable, Equatable {
    /// The port of `mock` or `sandbox`; 0 lets the kernel choose.
    var port = 0
    /// The port beside the screen; nil starts no server.
    var screenPort: Int?
    /// The URL that requests are passed on to that no mock answers.
    var upstream: String?
    /// Hosts that requests may name besides this machine.
    var allowedHosts: [String] = []
    /// Whether the mocks can be changed over HTTP.
    var opensAdmin = false

    /// The first flag given that means something to a mock server alone.
    var firstFlag: String? {
        if upstream != nil { return "--to" }
        if !allowedHosts.isEmpty { return "--allow-host" }
        return opensAdmin ? "--admin" : nil
    }
}

import ClientEngine
import InspectorWorkspace

/// What the flags and words of a command line add up to.
struct Options: Sendable, Equatable {
    /// Files, folders and, for `run` and `export`, `PATH#NAME`, as they were written; for `curl` the words of its
    /// command line.
    var paths: [String] = []
    /// The environment to take variables from.
    var environment: String?
    /// Variables that win over those of the files, in the order given.
    var variables: [Variable] = []
    /// The folder that holds `mappings/`.
    var mocks: String?
    /// How many further attempts a request gets that says nothing itself.
    var retries: Int?
    /// How long one attempt may take where a request says nothing itself.
    var timeout: Duration?
    /// Addresses to use for hosts, as curl writes them: `HOST:PORT:ADDR`.
    var resolve: [HostAddresses] = []
    /// Other hosts to connect to, as curl writes them: `HOST1:PORT1:HOST2:PORT2`.
    var connectTo: [ConnectionPeer] = []
    /// The proxy to go through.
    var proxy: String?
    /// The file of trusted certificate authorities.
    var authorities: String?
    /// The file of the certificate to show to servers.
    var certificate: String?
    /// The file of that certificate's key.
    var key: String?
    /// What request files may do beyond themselves.
    var allowances: [Allowance] = []
    /// Whether what request files want is allowed and remembered.
    var isTrusting = false
    /// Whether the certificates of servers are not checked.
    var isInsecure = false
    /// Whether the syntax of request files is read strictly.
    var isStrict = false
    /// Whether the screen draws with ASCII only.
    var isASCII = false
    /// How many bytes of bodies a session of the screen keeps; nil is the usual limit.
    var keptBodies: Int?
    /// Whether `curl` opens the screen.
    var opensScreen = false
    /// Whether `run` prints one JSON object per event.
    var isJSON = false
    /// Where `run` writes a HAR.
    var har: String?
    /// Where `run` writes a JUnit report.
    var junit: String?
    /// Where `import` and `export` write.
    var output: String?
    /// The filter that makes `run` fail when a finished task matches.
    var failIf: String?
    /// Whether secrets are written as they are.
    var showsSecrets = false
    /// Whether every mock of the files is a template.
    var fillsInAll = false
    /// How many requests of `run` may be under way at once.
    var parallel = 1
    /// The port of the sandbox or the mock server; 0 lets the kernel choose.
    var port = 0
    /// The port of the mock server beside the screen; nil starts none.
    var mockPort: Int?
    /// Where the mock server passes on what no mock answers.
    var upstream: String?
    /// Names that the mock server is asked for besides those of this machine.
    var allowedHosts: [String] = []
    /// Whether the mocks of the mock server can be changed over HTTP.
    var opensAdmin = false

    /// A variable given on the command line.
    struct Variable: Sendable, Equatable {
        var name: String
        var value: String
    }
}

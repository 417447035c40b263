import ClientEngine
import ClientEngineRecording
import InspectorGateway

/// A server of ours that stands before those that a program asks, or that hears what a program tells, and the variables that lead
/// the program to it.
struct WatchedServer {
    /// The variables of a proxy that curl, Python, Git, Go and others read; curl reads the first in lower case alone.
    private static let proxyVariables = [
        "http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
    ]

    /// Stops it, waiting until it has.
    let stop: () -> Void
    let variables: [(name: String, value: String)]
    /// The destination behind it, in words or as a URL.
    let destination: String
    let isProxy: Bool

    init(_ server: Gateway, of origin: WatchedOrigin) {
        stop = server.stop
        variables = [(origin.variable, origin.value(through: server.url))]
        destination = origin.address
        isProxy = false
    }

    /// Has a proxy in all variables that name one, for all hosts.
    ///
    /// Node looks at them only where it is told to.
    init(proxy server: Gateway, opening hosts: [OpenedHost] = []) {
        stop = server.stop
        variables =
            Self.proxyVariables.map { ($0, server.url) }
            + [("no_proxy", ""), ("NO_PROXY", ""), ("NODE_USE_ENV_PROXY", "1")]
        let opened = hosts.map(\.text).joined(separator: ", ")
        destination = "any server; TLS is \(hosts.isEmpty ? "not decrypted" : "opened for \(opened) alone")"
        isProxy = true
    }

    /// Has programs tell of themselves.
    init(_ listener: AttachListener) {
        stop = listener.stop
        variables = [(AttachSocket.variable, listener.socket.path)]
        destination = "programs that embed ClientEngine"
        isProxy = false
    }

    /// The first of the variables, which stands for all.
    var variable: String { variables[0].name }
    var address: String { variables[0].value }
}

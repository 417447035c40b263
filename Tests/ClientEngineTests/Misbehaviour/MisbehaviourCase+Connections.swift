import ClientEngine

extension MisbehaviourCase {
    /// Section a: the connection.
    static let connections: [MisbehaviourCase] =
        [
            MisbehaviourCase(
                id: "bad-C01", does: "nobody listens", source: .nobody, verdict: .fails("connect/connect")),
            bad("C02", "closes without a byte", .fails("connectionLost/wait"), .dropped),
            bad("C03", "reads the request, then closes", .fails("connectionLost/wait"), .dropped) {
                $0.method = .post
            },
            bad("C04", "resets without a byte", .fails("connectionLost/wait"), .dropped),
            apart("C05", "does not accept: its backlog is full", "a full backlog is timeout/connect"),
            apart(
                "C06", "closes idle connections as a request arrives",
                "a record shows as many exchanges as the server got requests"),
            apart("C07", "closes after each redirect without saying so", "a chain of redirects survives"),
            bad("C08", "never answers", .expires("timeout/wait", in: .wait), .dropped),
            apart(
                "C09", "the name does not resolve, or the resolver is stuck",
                "a name without an address fails as resolve/dns"),
            apart("C10", "one of the addresses is dead", "a dead address is passed over"),
            apart("C10", "one of the addresses is silent", "an address that is silent has half"),
            apart("C11", "the name has a hundred silent addresses", "a hundred silent addresses"),
            apart("C12", "the proxy is gone", "a proxy that nobody can reach"),
            apart("C12", "the proxy refuses", "a proxy that does not lead on is a failure of the proxy"),
            apart(
                "C12", "the proxy never takes the credentials", "a proxy that asks for credentials for ever"),
            apart("C12", "the proxy stalls", "a proxy that says nothing"),
            apart("C12", "the proxy sends a body with its yes", "what a proxy sends behind its yes"),
            apart("C12", "the proxy's own certificate is bad", "a proxy's own bad certificate"),
            apart("C14", "file descriptors run out", "a process without descriptors"),
        ]
        + bad("C13", "another service", .fails("protocol/wait"), variants: ["ssh", "smtp", "tls"], .dropped)
}

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
                "a request is sent again only when it is idempotent"),
            apart("C07", "closes after each redirect without saying so", "a chain of redirects survives"),
            bad("C08", "never answers", .expires("timeout/wait", in: .wait), .dropped),
            apart(
                "C09", "the name does not resolve, or the resolver is stuck",
                "a name without an address fails as resolve/dns"),
            apart("C10", "one of the addresses is dead", "a dead address is passed over"),
            notHere(
                "C11", "the name has a hundred addresses",
                "needs a name server of our own; the connect deadline bounds it, as in C05"),
            apart(
                "C12", "the proxy is gone, refuses, or stalls",
                "a proxy that does not lead on is a failure of the proxy"),
            notHere(
                "C14", "file descriptors run out",
                "the limit holds for the whole process, other tests included; CurlFailureTests maps it"),
        ]
        + bad("C13", "another service", .fails("protocol/wait"), variants: ["ssh", "smtp", "tls"], .dropped)
}

import ClientEngine

extension ClientError {
    /// The hint of the error, with the names of this program's flags and file directives.
    package var hintWithFlags: String? {
        switch advice {
        case .allowMoreTime: "allow more time with --timeout or # @timeout"
        case .giveAddress: "check the host name, or give its address with --resolve"
        case .checkProxy: "check --proxy, or http_proxy and its like in the environment"
        case .checkProxyName: "check the proxy's name in --proxy, or in http_proxy and its like"
        case .trustServer:
            "name the file of its authority with --cacert, or skip the check with -k where that does no harm"
        case .trustProxy: "name the file of its authority with --cacert"
        case .checkClock: "check this machine's clock; -k skips the check where that does no harm"
        case .checkHostName: "check the host name; -k skips the check where that does no harm"
        case .giveCertificate: "give one with --cert and --key"
        case .other(let text): text
        case nil: nil
        }
    }
}

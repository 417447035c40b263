import Glibc

/// The verification of a host's certificate in a TLS handshake.
public enum HostTrust: Sendable, Hashable {
    /// The certificate must be trusted and contain the host name, and one of the pins must match the verified chain:
    /// the certificate of the server, an intermediate certificate, or that of the authority.
    ///
    /// If a challenge accepts an untrusted chain, one of the pins must match the certificate of the server. An empty
    /// list of pins never matches.
    case pins([Pin])
    /// The certificate is not required to be valid, but ``ConnectionRecord/TLS/isVerified`` indicates whether it is.
    ///
    /// Use this to find out fingerprints.
    case debug
    /// The certificate is not verified, so that anyone on the network path can read and change everything.
    case disabled
}

/// The rules for individual hosts.
///
/// A rule for a name also applies to all names below it. Only the rule with the longest matching name applies: for
/// `api.example.com`, a rule for this name replaces one for `example.com`. Names may be international, and case does
/// not matter. An address matches only itself, and `*` matches every host.
public struct HostRules: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private var rules: [String: HostTrust] = [:]
    /// Invalid names.
    ///
    /// Nothing is sent if there are any, because a rule that was intended would not apply.
    private(set) var unusable: [String] = []

    /// Creates a set of rules.
    public init(dictionaryLiteral elements: (String, HostTrust)...) {
        for (name, trust) in elements { self[name] = trust }
    }

    /// The rule for exactly this name.
    public subscript(name: String) -> HostTrust? {
        get { Self.normal(name).flatMap { rules[$0] } }
        set {
            if let normal = Self.normal(name) {
                rules[normal] = newValue
            } else if newValue == nil {
                unusable.removeAll { $0 == name }
            } else if !unusable.contains(name) {
                unusable.append(name)
            }
        }
    }

    func rule(for host: String) -> HostTrust? {
        guard !rules.isEmpty, let host = Self.normal(host) else { return nil }
        if let rule = rules[host] { return rule }
        if !Self.isAddress(host) {
            var rest = host[...]
            while let (_, tail) = rest.cut(at: ".") {
                rest = tail
                if let rule = rules[String(rest)] { return rule }
            }
        }
        return rules["*"]
    }

    /// Returns the name in the form for comparison: in Punycode and lower case, without a final dot or a leading `*.`.
    private static func normal(_ name: String) -> String? {
        if name == "*" { return name }
        var name = name.hasPrefix("*.") ? String(name.dropFirst(2)) : name
        if name.unicodeScalars.contains(":"), !name.hasPrefix("[") { name = "[\(name)]" }
        guard let url = try? RequestURL(parsing: "https://\(name)/"), url.path == "/", url.port == 443,
            url.user == nil, url.query == nil, url.fragment == nil
        else { return nil }
        return url.tlsName.lowercased()
    }

    private static func isAddress(_ host: String) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        return inet_pton(AF_INET, host, &bytes) == 1 || inet_pton(AF_INET6, host, &bytes) == 1
    }
}

import Glibc

/// The proof that a host owes in a TLS handshake.
public enum HostTrust: Sendable, Hashable {
    /// Its certificate must be trusted and name the host, and one of the pins must fit the chain of certificates: the
    /// server's own, or one between that and the authority, which is part of the chain.
    ///
    /// If a challenge accepts a chain that is not trusted, one of the pins must fit the server's own certificate.
    /// Without any pins, nothing fits.
    case pins([Pin])
    /// Nothing, and ``ConnectionRecord/TLS/isVerified`` tells whether it would have been trusted: to learn its fingerprints.
    case debug
    /// Nothing, and nothing is checked: anybody on the way can read and change everything.
    case disabled
}

/// The rules for single hosts: a rule for a name is for all names below it, too.
///
/// The longest name that fits decides, alone: a rule for `api.example.com` replaces one for `example.com` there. Names
/// may be international, and case does not matter. An address fits only itself, and `*` fits every host.
public struct HostRules: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private var rules: [String: HostTrust] = [:]
    /// Names that are none; nothing is sent while there are any, because a rule might be meant that does not hold.
    private(set) var unusable: [String] = []

    /// Creates a set of rules.
    public init(dictionaryLiteral elements: (String, HostTrust)...) {
        for (name, trust) in elements { self[name] = trust }
    }

    /// The rule for exactly that name.
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

    /// Returns the name as it is compared: in punycode and lower case, without a final dot; `*.` may be in front.
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

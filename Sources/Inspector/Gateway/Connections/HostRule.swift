import ClientEngine
import InspectorHTTPServer

/// Decides which requests are served, by their host and by the page in a browser that they come from.
///
/// A page in a browser can resolve any name to 127.0.0.1 (DNS rebinding) and read the response. However, its
/// requests still contain that name.
struct HostRule: Sendable {
    private static let own: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

    private let allowed: Set<String>
    private let allowedOrigins: Set<String>

    /// Allows the names of this machine, further `names`, and pages of some `origins`, written like
    /// ``RequestURL/origin``.
    init(allowing names: [String] = [], origins: [String] = []) {
        allowed = Self.own.union(names.map { $0.lowercased() })
        allowedOrigins = Set(origins)
    }

    /// - Throws: The response to a rejected request.
    func check(_ request: ReceivedRequest) throws(BriefResponse) {
        guard let host = request.askedHost else { return }
        guard let name = Self.name(of: host) else { throw BriefResponse(400, "“\(host)” is not a host.\n") }
        guard !allowed.contains(name) else { return }
        throw BriefResponse(
            421,
            "Requests for the host “\(name)” are not answered here: a page in a browser could be behind them.\n"
                + "Ask for localhost, or start the server with --allow-host \(name).\n")
    }

    /// Returns whether the request comes from a page of another site, according to the browser.
    func isForeign(_ request: ReceivedRequest) -> Bool {
        let origins = request.headers(named: "Origin")
        if !origins.isEmpty, origins.allSatisfy(isAllowed) { return false }
        return request.header("Sec-Fetch-Site") == "cross-site" || !origins.allSatisfy(isOwn)
    }

    /// Returns the response to a request from a page of another site that would be forwarded.
    static func refusal(ofPageBehind request: ReceivedRequest) -> BriefResponse {
        let origin = request.header("Origin")
        return BriefResponse(
            403,
            "The request comes from a page of another site (\(origin ?? "Sec-Fetch-Site: cross-site")): it is not passed on.\n"
                + "If you trust that page, start the server with --allow-origin \(origin ?? "ORIGIN").\n")
    }

    private func isAllowed(_ origin: String) -> Bool {
        (try? RequestURL(parsing: origin)).map { allowedOrigins.contains($0.origin) } ?? false
    }

    /// Returns whether an origin belongs to this machine or has an allowed name.
    private func isOwn(_ origin: String) -> Bool {
        guard let scheme = origin.unicodeScalars.firstRange(of: "://".unicodeScalars) else { return false }
        return Self.name(of: origin[scheme.upperBound...]).map { allowed.contains($0) } ?? false
    }

    /// Returns the name in lower case without port and final dot.
    ///
    /// Returns `nil` if the text is no host with an optional port, or if a URL with it would lead elsewhere.
    private static func name(of host: some StringProtocol) -> String? {
        let host = host.lowercased()
        let end =
            host.hasPrefix("[")
            ? host.unicodeScalars.firstIndex(of: "]").map(host.unicodeScalars.index(after:))
            : host.unicodeScalars.firstIndex(of: ":")
        let name = host[..<(end ?? host.endIndex)]
        let port = host[name.endIndex...]
        guard name.hasPrefix("[") == name.hasSuffix("]") else { return nil }
        guard port.isEmpty || port.first == ":" && port.dropFirst().allSatisfy(\.isNumber) else { return nil }
        guard name.utf8.allSatisfy({ !"@/\\?# ".utf8.contains($0) }) else { return nil }
        return String(name.hasSuffix(".") ? name.dropLast() : name)
    }
}

extension ReceivedRequest {
    /// The requested host: the one in the target if that is an absolute URL (RFC 9112, section 3.2.2), otherwise
    /// `Host`.
    var askedHost: String? {
        absoluteTarget.map { String($0.authority) } ?? header("Host")
    }

    /// The parts of a target that is an absolute URL, or `nil` for other targets.
    var absoluteTarget: (authority: Substring, rest: String)? {
        guard !target.hasPrefix("/"), let scheme = target.unicodeScalars.firstRange(of: "://".unicodeScalars)
        else { return nil }
        let behind = target[scheme.upperBound...]
        let authority = behind.prefix(before: "/", "?")
        let rest = behind.dropFirst(authority.count)
        let name = authority.split(at: "@", omittingEmptySubsequences: false).last ?? ""
        return (name, rest.hasPrefix("/") ? String(rest) : "/" + rest)
    }
}

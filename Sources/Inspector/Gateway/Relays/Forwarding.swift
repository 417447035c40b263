import ClientEngine
import ClientEngineRecording
import EngineSupport
import InspectorHTTPServer
import InspectorValues

/// Converts a received request to a request of the client.
///
/// All features of the client that would act on behalf of the program are off: redirects, cookies, credentials and
/// caching. Retries follow the client's policy.
struct Forwarding: Sendable {
    /// Fields for a single connection (RFC 9110, section 7.6.1), and fields that the client writes itself.
    private static let dropped = [
        "connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization", "te",
        "trailer",
        "transfer-encoding", "upgrade", "content-length", "expect", "host",
    ]

    private let upstream: RequestURL?
    /// The properties shared by all requests.
    private let common: Request
    private let isProxy: Bool
    private let forwardsOpened: Bool
    private let relayedOrigins: Locked<RelayedOrigins>?
    /// The name of this server in `Via`.
    ///
    /// A received request with this name is in a loop.
    private let pseudonym: String

    /// Creates the conversion.
    ///
    /// If the client retries, bodies are kept, because a response may be sent from the record.
    init(_ settings: Gateway.Settings, port: UInt16, retries: Bool) {
        upstream = settings.upstream
        relayedOrigins = settings.relayedOrigins
        isProxy = settings.tunnels != nil
        forwardsOpened = settings.forwardsOpened
        pseudonym = "inspector-\(port)"
        var request = Request(url: "")
        request.followsRedirects = false
        request.usesCookies = false
        request.authentication = .anonymous
        request.environmentDefaults = .never
        request.interceptors = .replacing([])
        request.cachePolicy = .bypass
        // The program decides how long to wait for a response. When it disconnects, the task ends.
        request.timeouts = .unlimited
        request.timeouts.connect = Timeouts.standard.connect
        request.attemptTimeout = settings.timeout
        request.discardsBody = !settings.keepsBodies && !retries
        if upstream == nil, !isProxy { request.unmatchedRequests = .rejected(status: 404) }
        common = request
    }

    var hasUpstream: Bool { upstream != nil }

    var provenance: Provenance {
        Provenance(upstream == nil && !isProxy ? .mock : .proxy)
    }

    /// Returns the relayed servers as the program of a request addresses them, or `nil` if there are none.
    func origins(for received: ReceivedRequest, to opened: RequestURL?) -> RelayedOrigins? {
        guard var origins = relayedOrigins?.withLock(\.self), !origins.isEmpty else { return nil }
        if opened == nil, !isProxy {
            origins.isAskedByAddress = upstream != nil
        } else if opened == nil, let url = try? RequestURL(parsing: received.target) {
            origins.isAskedByAddress = origins.original(of: url) != nil
        }
        return origins
    }

    /// Converts a request.
    ///
    /// A request within an opened tunnel goes to the server at its end.
    ///
    /// - Throws: The response to a request that cannot be forwarded.
    func request(for received: ReceivedRequest, to opened: RequestURL? = nil) throws(BriefResponse) -> Request
    {
        if received.method == "CONNECT" {
            throw BriefResponse(501, "Tunnels are not made here.\n")
        }
        if received.words(in: "Via").contains("1.1 \(pseudonym)") {
            throw BriefResponse(
                508,
                isProxy
                    ? "The request has passed this proxy before: it would go round in a circle.\n"
                    : "The request has passed this server before: a mock lets it through, and nothing says where to.\n"
                        + "Start the server with --to URL.\n")
        }
        var request = common
        request.method = HTTPMethod(rawValue: received.method)
        request.url = try url(for: received, to: opened)
        request.headers = fields(of: received, to: opened)
        if received.hasBody { request.body = .bytes(received.body) }
        if opened != nil, !forwardsOpened { request.staysAtOrigin = true }
        return request
    }

    private func url(for received: ReceivedRequest, to opened: RequestURL?) throws(BriefResponse) -> String {
        if isProxy, opened == nil { return try namedURL(of: received) }
        let target = received.absoluteTarget?.rest ?? received.target
        guard target.hasPrefix("/") else {
            throw BriefResponse(400, "The target “\(received.target)” is not a path.\n")
        }
        if let opened { return "https://\(opened.hostText)\(target)" }
        guard let upstream else { return "http://\(received.askedHost ?? "127.0.0.1")\(target)" }
        let base = upstream.text.prefix(before: "?", "#")
        return (base.hasSuffix("/") ? base.dropLast() : base) + target
    }

    /// Returns the absolute URL in a proxy request.
    ///
    /// The address of a relayed server is replaced by the server's own URL.
    private func namedURL(of received: ReceivedRequest) throws(BriefResponse) -> String {
        guard received.target.lowercased().hasPrefix("http://"),
            let url = try? RequestURL(parsing: received.target)
        else {
            throw BriefResponse(
                400,
                "This is a proxy, which is asked for whole URLs of http://, not for “\(received.target)”.\n")
        }
        return relayedOrigins?.withLock { $0.original(of: url) } ?? received.target
    }

    private func fields(of received: ReceivedRequest, to opened: RequestURL?) -> Headers {
        let named = received.words(in: "Connection")
        let isDropped = { (field: Field) in
            Self.dropped.contains { field.isNamed($0) }
                || !named.isEmpty && named.contains(field.name.lowercased())
        }
        var fields = Headers()
        // Mocks may match this field. For an upstream server, the client writes it.
        if upstream == nil, !isProxy, let host = received.header("Host") { fields.add("Host", host) }
        // Within a tunnel, a program may address another host on the same server.
        if let opened, let host = received.header("Host"), !opened.isMeant(by: host) {
            fields.add("Host", host)
        }
        for field in received.headers where !isDropped(field) {
            fields.add(field.name, field.value)
        }
        // Otherwise the client would offer content codings that the program may not support.
        if fields["Accept-Encoding"] == nil { fields.add("Accept-Encoding", "identity") }
        fields.add("Via", "1.1 \(pseudonym)")
        return fields
    }
}

extension RequestURL {
    fileprivate func isMeant(by host: String) -> Bool {
        [hostText, "\(self.host):\(port)"].contains(host.lowercased())
    }
}

extension ReceivedRequest {
    /// Indicates whether the request has a body, which may be empty.
    var hasBody: Bool { header("Content-Length") != nil || header("Transfer-Encoding") != nil }
}

extension MockedRequest {
    init?(_ received: ReceivedRequest, at url: RequestURL?) {
        guard let url else { return nil }
        var headers = Headers()
        for field in received.headers { headers.add(field.name, field.value) }
        self.init(
            method: HTTPMethod(rawValue: received.method), url: url, headers: headers,
            body: .bytes(received.body))
    }
}

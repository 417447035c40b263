import ClientEngine
import ClientEngineRecording
import EngineSupport
import InspectorHTTPServer
import InspectorValues

/// Makes of a request that came in the one that the client is asked.
///
/// All that a client does for its own requests is off: nothing follows redirects, keeps cookies, adds credentials or keeps
/// answers on behalf of another program. Retries are made where the client's policy says so.
struct Forwarding: Sendable {
    /// Fields that hold for one connection (RFC 9110, section 7.6.1), and those that the client writes itself.
    private static let dropped = [
        "connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization", "te",
        "trailer",
        "transfer-encoding", "upgrade", "content-length", "expect", "host",
    ]

    private let upstream: RequestURL?
    /// All that requests have in common.
    private let common: Request
    private let isProxy: Bool
    private let forwardsOpened: Bool
    private let relayedOrigins: Locked<RelayedOrigins>?
    /// The name of this server in `Via`; requests that have passed it come back only in a loop.
    private let pseudonym: String

    /// Creates a listener; where the client retries, bodies are kept, because an answer can come from the record.
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
        // How long an answer may take is for the program to say that waits for it: when it leaves, the task ends.
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

    /// Returns the relayed servers as the program of a request knows them; nil without any.
    func origins(for received: ReceivedRequest, to opened: RequestURL?) -> RelayedOrigins? {
        guard var origins = relayedOrigins?.withLock(\.self), !origins.isEmpty else { return nil }
        if opened == nil, !isProxy {
            origins.isAskedByAddress = upstream != nil
        } else if opened == nil, let url = try? RequestURL(parsing: received.target) {
            origins.isAskedByAddress = origins.original(of: url) != nil
        }
        return origins
    }

    /// Makes the request; one that came through an opened tunnel is for the server at its end.
    ///
    /// - Throws: the answer to a request that cannot be passed on.
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

    /// The whole URL that a program asks its proxy for; at an address of ours, the one at the server behind it.
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
        // The mocks may look at it; to a server behind, the client says whom it means.
        if upstream == nil, !isProxy, let host = received.header("Host") { fields.add("Host", host) }
        // Within a tunnel a program may ask for another host that the same server has.
        if let opened, let host = received.header("Host"), !opened.isMeant(by: host) {
            fields.add("Host", host)
        }
        for field in received.headers where !isDropped(field) {
            fields.add(field.name, field.value)
        }
        // Else the client would ask for codings that the program may not know.
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
    /// Indicates whether a body belongs to it, be it empty.
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

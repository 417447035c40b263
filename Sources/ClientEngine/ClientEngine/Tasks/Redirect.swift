/// Determines where a 3xx response leads (RFC 9110, section 15.4): a pure value.
struct Redirect: Equatable {
    /// The request of the next exchange.
    let exchangeRequest: ExchangeRequest

    /// Creates the redirect that a response asks for, or returns `nil` if the response is final.
    ///
    /// - Throws: `redirect/receive` if the redirect cannot be followed.
    init?(after head: ResponseHead, to exchangeRequest: ExchangeRequest) throws(ClientError) {
        guard [301, 302, 303, 307, 308].contains(head.status), let location = head.headers["Location"],
            !location.isEmpty
        else { return nil }
        var next = exchangeRequest
        do {
            next.url = try exchangeRequest.url.resolving(reference: location)
        } catch {
            throw ClientError(.redirect, .receive, "cannot follow the redirect: \(error.message)")
        }
        if exchangeRequest.url.scheme == "https", next.url.scheme == "http" {
            throw ClientError(
                .redirect, .receive, "the redirect leads from https to plain http, to \(next.url.host)",
                hint: "ask for the http URL itself if that is what you want")
        }
        if next.method == .post && head.status <= 302 || next.method != .head && head.status == 303 {
            next.method = .get
            next.body = .none
            next.headers = next.headers.withoutContentFields
        }
        if next.url.origin != exchangeRequest.url.origin {
            next.headers = next.headers.withoutCredentials
        }
        next.kept = nil
        next.beginAnew()
        self.exchangeRequest = next
    }
}

/// The number of redirects of one attempt, with its limit.
struct RedirectCount: Equatable {
    private let follows: Bool
    private let maximum: Int
    private var count = 0

    init(_ settings: TaskSettings) {
        follows = settings.options.followsRedirects
        maximum = settings.maximumRedirects
    }

    /// Returns the request of the next exchange, or `nil` if the response is final.
    ///
    /// - Throws: `redirect/receive` if the redirect cannot be followed, or if there were too many.
    mutating func exchangeRequest(
        after head: ResponseHead, to exchangeRequest: ExchangeRequest, _ authorization: TaskAuthorization
    ) throws(ClientError) -> ExchangeRequest? {
        guard follows, var next = try Redirect(after: head, to: exchangeRequest)?.exchangeRequest else {
            return nil
        }
        count += 1
        guard count <= maximum else {
            throw ClientError(
                .redirect, .receive, "gave up after \(maximum) redirects",
                hint: "the redirects may go in a circle; look at them one by one")
        }
        // Credentials that were dropped stay dropped: another server may redirect the client to a URL that it would not
        // request itself.
        if exchangeRequest.credentials != nil { next.credentials = authorization.credentials(for: next.url) }
        return next
    }
}

extension Headers {
    /// The fields without those that describe the content of the request (RFC 9110, section 15.4).
    fileprivate var withoutContentFields: Headers {
        let others: Set = ["transfer-encoding", "expect", "digest", "repr-digest", "last-modified"]
        return Headers(
            filter { field in
                let name = field.name.lowercased()
                return !name.hasPrefix("content-") && !others.contains(name)
            })
    }
}

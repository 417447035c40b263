/// Decides where a 3xx answer leads (RFC 9110, section 15.4): a pure value.
struct Redirect: Equatable {
    /// The order of the next exchange.
    let exchangeRequest: ExchangeRequest

    /// The redirect an answer asks for; nil when the answer is to be taken as it is.
    ///
    /// - Throws: `redirect/receive` when it asks for what cannot be followed.
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

/// Counts the redirects of one attempt, and lets through as many as are allowed.
struct RedirectCount: Equatable {
    private let follows: Bool
    private let maximum: Int
    private var count = 0

    init(_ settings: TaskSettings) {
        follows = settings.options.followsRedirects
        maximum = settings.maximumRedirects
    }

    /// The order of the next exchange; nil when the answer is to be taken as it is.
    ///
    /// - Throws: `redirect/receive` when it asks for what cannot be followed, or there were too many.
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
        // Once gone, they stay away: elsewhere may send the client back to what it would not have asked for itself.
        if exchangeRequest.credentials != nil { next.credentials = authorization.credentials(for: next.url) }
        return next
    }
}

extension Headers {
    /// The fields without those that speak of the request's content (RFC 9110, section 15.4).
    fileprivate var withoutContentFields: Headers {
        let others: Set = ["transfer-encoding", "expect", "digest", "repr-digest", "last-modified"]
        return Headers(
            filter { field in
                let name = field.name.lowercased()
                return !name.hasPrefix("content-") && !others.contains(name)
            })
    }
}

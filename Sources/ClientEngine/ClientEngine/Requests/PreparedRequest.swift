internal import EngineSupport
import FoundationEssentials

/// A request that is checked and completed before sending: with its absolute URL and its header fields, or the error
/// that prevents sending it.
///
/// An object, because it never changes and is used in many places.
final class PreparedRequest: Sendable {
    let request: Request
    let settings: TaskSettings
    let hidden: [Credentials]
    private let place: Place
    /// The absolute URL, or `nil` if there is none.
    var url: RequestURL? { place.url }
    /// The header fields to send, including the defaults of the client and the environment.
    let headers: Headers
    var environment: ServerEnvironment? { place.environment }
    /// The mock of the request itself.
    let mock: Mock?
    let error: ClientError?
    private let firstOrder: ExchangeRequest?
    /// The event for the start of the exchange on the network, created once for all attempts.
    private let firstStart: Event.Kind?
    /// The event for the start with the mock that answered last, which usually answers again.
    private let mockedStart = Locked<(mock: MockReference, told: Event.Kind)?>(nil)
    /// The origin of the tasks that send the request, without the date.
    private let origin: TaskOrigin

    init(
        _ given: Request, _ client: ClientSettings,
        hiding hidden: [Credentials] = Credentials.allSuppressed
    ) {
        var (found, request, error) = (Place?.none, given, ClientError?.none)
        do throws(ClientError) {
            let place = try Place(of: given, client)
            found = place
            request = try given.placingParameters(place.options.placement, place.options.parameterEncoding)
            if request.url != given.url { found = try Place(of: request, client) }
        } catch let failure {
            error = failure
        }
        let place = found ?? Place(options: client.options(of: given, at: nil))
        self.place = place
        settings = TaskSettings(
            options: place.options, isIdempotent: given.isIdempotent ?? given.method.isIdempotent,
            maximumRedirects: client.configuration.limits.redirects,
            authorization: TaskAuthorization(
                given, place.url, place.environment, client, hiding: hidden))
        headers = request.headers.filling(place.environment?.defaultHeaders ?? [:])
            .filling(client.configuration.defaultHeaders).completed(
                for: request.body, at: error == nil ? place.url : nil)
        self.hidden = hidden
        self.request = request
        origin = TaskOrigin(
            request: given, url: place.url, attemptsAllowed: settings.attemptsAllowed, date: .distantPast,
            verifiesCertificates: client.configuration.connections.tls.verification == .full,
            keepsBody: !place.options.discardsBody)
        mock = request.mock
        let problem = error ?? Self.error(in: request, at: place.url, place.options, headers)
        self.error = problem
        if problem == nil, let url = place.url {
            let order = ExchangeRequest(request, headers, to: url, settings)
            (firstOrder, firstStart) = (order, .exchangeStarted(ExchangeStart(order)))
        } else {
            (firstOrder, firstStart) = (nil, nil)
        }
    }

    /// The destination of a request, with the settings that follow from it.
    ///
    /// An object, because an environment is large.
    private final class Place: Sendable {
        let url: RequestURL?
        let environment: ServerEnvironment?
        let options: ResolvedOptions

        init(options: ResolvedOptions) {
            (url, environment) = (nil, nil)
            self.options = options
        }

        init(of request: Request, _ client: ClientSettings) throws(ClientError) {
            let url = try client.urls.target(of: request)
            self.url = url
            environment = try client.configuration.environments.defaults(for: request, at: url)
            options = client.options(of: request, at: environment)
        }
    }

    /// Returns the origin of a task that sends the request.
    func origin(from provenance: Provenance, at date: Date) -> TaskOrigin {
        var origin = origin
        origin.date = date
        // Most requests are composed by the program, and share the same provenance.
        if provenance != .composed { origin.provenance = provenance }
        return origin
    }

    /// Returns the exchange request with which every attempt starts.
    ///
    /// - Throws: The error that prevents the request from being sent.
    func exchangeRequest() throws(ClientError) -> ExchangeRequest {
        guard let firstOrder else {
            throw error ?? ClientError(.invalidRequest, .queue, "the request has no URL")
        }
        return firstOrder
    }

    /// Returns the event for the start of an exchange.
    func start(
        of exchangeRequest: ExchangeRequest, because reason: ExchangeStart.Reason?, mock: MockReference?
    ) -> Event.Kind {
        guard let firstStart, reason == nil, firstOrder?.isIdentical(to: exchangeRequest) == true else {
            return .exchangeStarted(ExchangeStart(exchangeRequest, because: reason, mock: mock))
        }
        guard let mock else { return firstStart }
        return mockedStart.withLock { kept in
            if let kept, kept.mock == mock { return kept.told }
            let told = Event.Kind.exchangeStarted(ExchangeStart(exchangeRequest, mock: mock))
            kept = (mock, told)
            return told
        }
    }

    /// Returns the request of a redirect, without the default header fields of the server if the redirect leads
    /// elsewhere.
    func following(_ redirect: ExchangeRequest) -> ExchangeRequest {
        guard let environment, request.environmentDefaults == .inScope,
            !environment.baseURL.contains(redirect.url)
        else { return redirect }
        var exchangeRequest = redirect
        exchangeRequest.headers.removeAll { field in
            environment.defaultHeaders.contains { $0.isNamed(field.name) }
                && !request.headers.contains { $0.isNamed(field.name) }
        }
        return exchangeRequest
    }

    private static func error(
        in request: Request, at url: RequestURL?, _ options: ResolvedOptions, _ headers: Headers
    ) -> ClientError? {
        guard let url else { return nil }
        do throws(ClientError) {
            try check(request, options.version)
            try options.unixSocket?.check()
            try headers.validate()
            try headers.checkFraming(of: request)
            try headers.checkSize(at: url)
            return nil
        } catch {
            return error
        }
    }

    private static func check(_ request: Request, _ version: HTTPVersion?) throws(ClientError) {
        let method = request.method
        guard method.isToken else {
            throw ClientError(
                .invalidRequest, .queue, "the method “\(method.rawValue)” is not a token of HTTP",
                hint: "use letters only, as in GET")
        }
        try version?.check()
        if method == .connect {
            throw ClientError(
                .unsupported, .queue, "CONNECT asks a proxy for a tunnel, and is no request by itself",
                hint: "name the proxy in the client's configuration: it opens tunnels by itself")
        }
        if method == .trace, !request.body.isNone {
            throw ClientError(
                .invalidRequest, .queue, "a TRACE request must not have a body (RFC 9110, section 9.3.8)",
                hint: "leave the body out, or use another method")
        }
        if method == .head, !request.body.isNone {
            throw ClientError(
                .unsupported, .queue, "a body cannot be sent with HEAD: libcurl would leave it out",
                hint: "leave the body out, or use another method")
        }
    }
}

extension ExchangeStart {
    fileprivate init(
        _ exchangeRequest: ExchangeRequest, because reason: Reason? = nil, mock: MockReference? = nil
    ) {
        self.init(
            method: exchangeRequest.method, url: exchangeRequest.url, body: exchangeRequest.body, mock: mock)
        self.reason = reason
    }
}

extension Headers {
    /// Returns the fields with those that follow from a body and a URL.
    fileprivate func completed(for body: Body, at url: RequestURL?) -> Headers {
        var fields = self
        fields.addContentFields(for: body)
        if let url { fields.addCredentials(of: url) }
        return fields
    }

    /// Sets the fields that describe the body.
    ///
    /// The caller cannot set its length, or the boundary of a multipart form.
    private mutating func addContentFields(for body: Body) {
        remove("Content-Length")
        guard let type = body.contentType else { return }
        if case .multipart = body.content { remove("Content-Type") }
        if self["Content-Type"] == nil { add("Content-Type", type) }
    }

    /// Adds the user information of the URL as Basic credentials (RFC 7617), as browsers and curl do.
    private mutating func addCredentials(of url: RequestURL) {
        guard let user = url.user, self["Authorization"] == nil else { return }
        let pair = Data("\(user):\(url.password ?? "")".utf8).base64EncodedString()
        add("Authorization", "Basic \(pair)")
    }
}

import Foundation

/// A request checked and completed before anything is sent: its absolute URL, its fields, or why it cannot be sent.
struct PreparedRequest {
    /// The request with its parameters in their places.
    private(set) var request: Request
    /// What the request leaves open.
    let settings: TaskSettings
    /// The credentials that are not taken from the client.
    let hidden: Set<Credentials>
    /// The absolute URL; nil when there is none.
    private(set) var url: RequestURL?
    /// The fields to send, the client's and the environment's defaults included.
    private(set) var headers: Headers
    /// The server whose defaults the request takes.
    private(set) var environment: ServerEnvironment?
    /// What keeps the request from being sent.
    private(set) var error: ClientError?

    /// Takes the URL from `urls` where it is known there.
    init(
        _ given: Request, _ configuration: Client.Configuration, _ urls: ParsedURLs? = nil,
        hiding hidden: Set<Credentials> = Credentials.suppressed
    ) {
        request = given
        self.hidden = hidden
        headers = given.headers
        do throws(ClientError) {
            request = try given.placingParameters()
            let url =
                if let urls { try urls.target(of: request) } else { try configuration.target(of: request) }
            self.url = url
            environment = try configuration.environments.defaults(for: given, at: url)
        } catch {
            self.error = error
        }
        headers = request.headers.filling(environment?.defaultHeaders ?? [:])
            .filling(configuration.defaultHeaders)
        settings = TaskSettings(request, url, environment, configuration, hiding: hidden)
        addContentFields(for: request.body)
        guard error == nil, let url else { return }
        addCredentials(of: url)
        do throws(ClientError) {
            try Self.check(request)
            try headers.validate()
        } catch {
            self.error = error
        }
    }

    /// Lets the body say what it is: its length is never the caller's matter, nor is the boundary of a form.
    private mutating func addContentFields(for body: Body) {
        headers.remove("Content-Length")
        guard let type = body.contentType else { return }
        if case .multipart = body.content { headers.remove("Content-Type") }
        if headers["Content-Type"] == nil { headers.add("Content-Type", type) }
    }

    /// Sends the user information of the URL as Basic credentials (RFC 7617), as browsers and curl do.
    private mutating func addCredentials(of url: RequestURL) {
        guard let user = url.user, headers["Authorization"] == nil else { return }
        let pair = Data("\(user):\(url.password ?? "")".utf8).base64EncodedString()
        headers.add("Authorization", "Basic \(pair)")
    }

    /// The order of a redirect, without the default headers of a server that it leads away from.
    func following(_ redirect: ExchangeOrder) -> ExchangeOrder {
        guard let environment, request.environmentDefaults == .inScope,
            !environment.baseURL.contains(redirect.url)
        else { return redirect }
        var order = redirect
        order.headers.removeAll { field in
            environment.defaultHeaders.contains { $0.isNamed(field.name) }
                && !request.headers.contains { $0.isNamed(field.name) }
        }
        return order
    }

    private static func check(_ request: Request) throws(ClientError) {
        let method = request.method
        guard method.isToken else {
            throw ClientError(
                .invalidRequest, .queue, "the method “\(method.rawValue)” is not a token of HTTP",
                hint: "use letters only, as in GET")
        }
        try request.version?.check()
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

extension RequestURL {
    /// Stands where a URL could not be parsed; never sent.
    static let unusable = RequestURL(text: "", scheme: "", host: "", port: 0, path: "")
}

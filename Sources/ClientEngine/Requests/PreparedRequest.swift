import Foundation

/// A request checked and completed before anything is sent: its absolute URL, its fields, or why it cannot be sent.
struct PreparedRequest {
    /// The absolute URL; nil when there is none.
    private(set) var url: RequestURL?
    /// The fields to send, the client's defaults included.
    private(set) var headers: Headers
    /// What keeps the request from being sent.
    private(set) var error: ClientError?

    init(_ request: Request, _ configuration: Client.Configuration, _ urls: ParsedURLs) {
        headers = request.headers
        for field in configuration.defaultHeaders
        where !request.headers.contains(where: { $0.isNamed(field.name) }) {
            headers.append(field)
        }
        do throws(ClientError) {
            let url = try urls.url(request.url)
            self.url = url
            addCredentials(of: url)
            try Self.check(request.method)
            for field in headers { try Self.check(field) }
        } catch {
            self.error = error
        }
    }

    /// Sends the user information of the URL as Basic credentials (RFC 7617), as browsers and curl do.
    private mutating func addCredentials(of url: RequestURL) {
        guard let user = url.user, headers["Authorization"] == nil else { return }
        let pair = Data("\(user):\(url.password ?? "")".utf8).base64EncodedString()
        headers.add("Authorization", "Basic \(pair)")
    }

    private static func check(_ method: Method) throws(ClientError) {
        guard method.isToken else {
            throw ClientError(
                .invalidRequest, .queue, "the method “\(method.rawValue)” is not a token of HTTP",
                hint: "use letters only, as in GET")
        }
    }

    private static func check(_ field: Headers.Field) throws(ClientError) {
        guard field.name.isToken else {
            throw ClientError(
                .invalidRequest, .queue, "the header name “\(field.name)” holds what no header name may hold",
                hint: "use letters, digits and hyphens")
        }
        guard !field.rawValue.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0x00 }) else {
            throw ClientError(
                .invalidRequest, .queue, "the header “\(field.name)” holds a line break or a NUL",
                hint: "encode the value, or send it in the body")
        }
    }
}

extension RequestURL {
    /// Stands where a URL could not be parsed; never sent.
    static let unusable = RequestURL(text: "", scheme: "", host: "", port: 0, path: "")

    private init(text: String, scheme: String, host: String, port: Int, path: String) {
        self.text = text
        self.scheme = scheme
        self.host = host
        self.port = port
        self.path = path
    }
}

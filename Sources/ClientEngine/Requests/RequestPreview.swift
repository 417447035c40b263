/// What would be sent for a request, without sending it.
public struct RequestPreview: Sendable, Hashable {
    /// What the server is asked to do.
    public var method: Method
    /// The absolute URL.
    public var url: RequestURL
    /// The fields, the client's own and those of the body included.
    public var headers: Headers
    /// What is sent behind the head.
    public var body: Body
    /// The length of the body; nil when it is not known before it is sent.
    public var contentLength: Int?
}

extension Client {
    /// Shows what would be sent for a request: nothing goes out, no stream is read, nothing deferred is made.
    ///
    /// Credentials that somebody has to be asked for are left out; those that are fields are there.
    /// Throws what would keep the request from being sent.
    public func preview(_ request: Request) throws(ClientError) -> RequestPreview {
        let settings = settings
        let (configuration, urls) = (settings.configuration, settings.urls)
        let prepared = PreparedRequest(request, configuration, urls)
        if let error = prepared.error { throw error }
        let length = try request.body.segments() == nil ? nil : BodyReader(request.body).length
        let needsLength = request.requiresContentLength ?? configuration.requiresContentLength
        let url = prepared.url ?? .unusable
        let credentials = prepared.settings.authorization.credentials(for: url)
        var headers = prepared.headers
        if case .fields(let fields, _)? = credentials?.scheme {
            for field in fields { headers[field.name] = field.value }
        }
        if headers["User-Agent"] == nil { headers.add("User-Agent", configuration.userAgent) }
        if headers["Accept-Encoding"] == nil { headers.add("Accept-Encoding", TransferOptions.codings) }
        if let length, headers["Transfer-Encoding"] == nil {
            if !request.body.isNone || [.post, .put, .patch].contains(request.method) {
                headers.add("Content-Length", String(length))
            }
        } else if length == nil, !needsLength, headers["Transfer-Encoding"] == nil {
            headers.add("Transfer-Encoding", "chunked")
        }
        return RequestPreview(
            method: request.method, url: url, headers: headers, body: request.body,
            contentLength: length)
    }
}

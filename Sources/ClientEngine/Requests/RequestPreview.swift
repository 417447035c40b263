/// The request as it would be sent.
public struct RequestPreview: Sendable, Hashable {
    /// The method.
    public var method: HTTPMethod
    /// The absolute URL.
    public var url: RequestURL
    /// The fields, the client's own and those of the body included.
    public var headers: Headers
    /// The body.
    public var body: Body
    /// The length of the body; nil when it is not known before the body is made, or sent.
    public var contentLength: Int?
}

extension RequestPreview {
    /// What an order goes out as, with what the client and libcurl add by themselves.
    fileprivate init(
        _ order: ExchangeOrder, _ configuration: ClientConfiguration, needsLength: Bool
    ) throws(ClientError) {
        method = order.method
        url = order.url
        headers = order.headers + TransferOptions.added(to: order.headers, configuration)
        // libcurl sends none with HEAD.
        body = order.method == .head ? .none : order.body
        let isMade = try body.segments() != nil
        contentLength = isMade ? try BodyReader(body).length : nil
        if headers["Accept"] == nil { headers.add("Accept", "*/*") }
        guard headers["Transfer-Encoding"] == nil else { return }
        if let contentLength, !body.isNone || [.post, .put, .patch].contains(method) {
            headers.add("Content-Length", String(contentLength))
        } else if contentLength == nil, isMade, !needsLength {
            headers.add("Transfer-Encoding", "chunked")
        }
    }
}

extension Client {
    /// Shows what would be sent for a request: nothing goes out, no stream is read, nothing deferred is made.
    ///
    /// The parameters stand where they go, the fields have the defaults of client and server and the cookies of now; only
    /// `Host` is left to the URL. What somebody has to be asked for is left out: the proof of an authenticator, what
    /// interceptors change, the conditions with which a cache asks.
    /// - Throws: what would keep the request from being sent.
    public func preview(_ request: Request) throws(ClientError) -> RequestPreview {
        let settings = settings
        let prepared = PreparedRequest(request, settings)
        var order = try prepared.order()
        if case .fields(let proof, _)? = order.credentials?.scheme { order = try order.dressed(in: proof) }
        return try RequestPreview(
            order.carryingCookies(of: settings), settings.configuration,
            needsLength: prepared.settings.options.requiresContentLength)
    }
}

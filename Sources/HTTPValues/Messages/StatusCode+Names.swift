extension StatusCode {
    static let reasons = [
        100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints", 200: "OK",
        201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
        205: "Reset Content", 206: "Partial Content", 207: "Multi-Status", 208: "Already Reported",
        226: "IM Used", 300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other",
        304: "Not Modified", 305: "Use Proxy", 306: "Switch Proxy", 307: "Temporary Redirect",
        308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 402: "Payment Required",
        403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
        407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
        411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
        415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
        418: "I'm a Teapot", 421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked",
        424: "Failed Dependency", 425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required",
        429: "Too Many Requests", 431: "Request Header Fields Too Large", 440: "Login Timeout",
        444: "No Response", 449: "Retry With", 450: "Blocked by Windows Parental Controls",
        451: "Unavailable For Legal Reasons", 495: "SSL Certificate Error", 496: "SSL Certificate Required",
        497: "HTTP Request Sent to HTTPS Port", 498: "Invalid Token", 499: "Client Closed Request",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
        503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
        506: "Variant Also Negotiates", 507: "Insufficient Storage", 508: "Loop Detected",
        509: "Bandwidth Limit Exceeded", 510: "Not Extended", 511: "Network Authentication Required",
        520: "Web Server Returned an Unknown Error", 521: "Web Server Is Down", 522: "Connection Timed Out",
        523: "Origin Is Unreachable", 524: "A Timeout Occurred", 525: "SSL Handshake Failed",
        526: "Invalid SSL Certificate", 527: "Railgun Error", 530: "Site Is Frozen",
    ]
}

// The names: those of RFC 9110 and its registry, then those that servers and gateways made common.
extension StatusCode {
    /// 100 Continue.
    public static let `continue`: StatusCode = 100
    /// 101 Switching Protocols.
    public static let switchingProtocols: StatusCode = 101
    /// 102 Processing.
    package static let processing: StatusCode = 102
    /// 103 Early Hints.
    public static let earlyHints: StatusCode = 103
    /// 200 OK.
    public static let ok: StatusCode = 200
    /// 201 Created.
    public static let created: StatusCode = 201
    /// 202 Accepted.
    public static let accepted: StatusCode = 202
    /// 203 Non-Authoritative Information.
    package static let nonAuthoritativeInformation: StatusCode = 203
    /// 204 No Content.
    public static let noContent: StatusCode = 204
    /// 205 Reset Content.
    public static let resetContent: StatusCode = 205
    /// 206 Partial Content.
    public static let partialContent: StatusCode = 206
    /// 207 Multi-Status.
    package static let multiStatus: StatusCode = 207
    /// 208 Already Reported.
    package static let alreadyReported: StatusCode = 208
    /// 226 IM Used.
    package static let imUsed: StatusCode = 226
    /// 300 Multiple Choices.
    public static let multipleChoices: StatusCode = 300
    /// 301 Moved Permanently.
    public static let movedPermanently: StatusCode = 301
    /// 302 Found.
    public static let found: StatusCode = 302
    /// 303 See Other.
    public static let seeOther: StatusCode = 303
    /// 304 Not Modified.
    public static let notModified: StatusCode = 304
    /// 305 Use Proxy.
    package static let useProxy: StatusCode = 305
    /// 306 Switch Proxy.
    package static let switchProxy: StatusCode = 306
    /// 307 Temporary Redirect.
    public static let temporaryRedirect: StatusCode = 307
    /// 308 Permanent Redirect.
    public static let permanentRedirect: StatusCode = 308
    /// 400 Bad Request.
    public static let badRequest: StatusCode = 400
    /// 401 Unauthorized.
    public static let unauthorized: StatusCode = 401
    /// 402 Payment Required.
    package static let paymentRequired: StatusCode = 402
    /// 403 Forbidden.
    public static let forbidden: StatusCode = 403
    /// 404 Not Found.
    public static let notFound: StatusCode = 404
    /// 405 Method Not Allowed.
    public static let methodNotAllowed: StatusCode = 405
    /// 406 Not Acceptable.
    public static let notAcceptable: StatusCode = 406
    /// 407 Proxy Authentication Required.
    public static let proxyAuthenticationRequired: StatusCode = 407
    /// 408 Request Timeout.
    public static let requestTimeout: StatusCode = 408
    /// 409 Conflict.
    public static let conflict: StatusCode = 409
    /// 410 Gone.
    public static let gone: StatusCode = 410
    /// 411 Length Required.
    public static let lengthRequired: StatusCode = 411
    /// 412 Precondition Failed.
    public static let preconditionFailed: StatusCode = 412
    /// 413 Content Too Large.
    public static let contentTooLarge: StatusCode = 413
    /// 414 URI Too Long.
    public static let uriTooLong: StatusCode = 414
    /// 415 Unsupported Media Type.
    public static let unsupportedMediaType: StatusCode = 415
    /// 416 Range Not Satisfiable.
    public static let rangeNotSatisfiable: StatusCode = 416
    /// 417 Expectation Failed.
    public static let expectationFailed: StatusCode = 417
    /// 418 I'm a Teapot.
    package static let imATeapot: StatusCode = 418
    /// 421 Misdirected Request.
    public static let misdirectedRequest: StatusCode = 421
    /// 422 Unprocessable Content.
    public static let unprocessableContent: StatusCode = 422
    /// 423 Locked.
    package static let locked: StatusCode = 423
    /// 424 Failed Dependency.
    package static let failedDependency: StatusCode = 424
    /// 425 Too Early.
    package static let tooEarly: StatusCode = 425
    /// 426 Upgrade Required.
    public static let upgradeRequired: StatusCode = 426
    /// 428 Precondition Required.
    public static let preconditionRequired: StatusCode = 428
    /// 429 Too Many Requests.
    public static let tooManyRequests: StatusCode = 429
    /// 431 Request Header Fields Too Large.
    public static let requestHeaderFieldsTooLarge: StatusCode = 431
    /// 440 Login Timeout.
    package static let loginTimeout: StatusCode = 440
    /// 444 No Response.
    package static let noResponse: StatusCode = 444
    /// 449 Retry With.
    package static let retryWith: StatusCode = 449
    /// 450 Blocked by Windows Parental Controls.
    package static let blockedByParentalControls: StatusCode = 450
    /// 451 Unavailable For Legal Reasons.
    public static let unavailableForLegalReasons: StatusCode = 451
    /// 495 SSL Certificate Error.
    package static let sslCertificateError: StatusCode = 495
    /// 496 SSL Certificate Required.
    package static let sslCertificateRequired: StatusCode = 496
    /// 497 HTTP Request Sent to HTTPS Port.
    package static let httpRequestSentToHTTPSPort: StatusCode = 497
    /// 498 Invalid Token.
    package static let invalidToken: StatusCode = 498
    /// 499 Client Closed Request.
    package static let clientClosedRequest: StatusCode = 499
    /// 500 Internal Server Error.
    public static let internalServerError: StatusCode = 500
    /// 501 Not Implemented.
    public static let notImplemented: StatusCode = 501
    /// 502 Bad Gateway.
    public static let badGateway: StatusCode = 502
    /// 503 Service Unavailable.
    public static let serviceUnavailable: StatusCode = 503
    /// 504 Gateway Timeout.
    public static let gatewayTimeout: StatusCode = 504
    /// 505 HTTP Version Not Supported.
    public static let httpVersionNotSupported: StatusCode = 505
    /// 506 Variant Also Negotiates.
    package static let variantAlsoNegotiates: StatusCode = 506
    /// 507 Insufficient Storage.
    package static let insufficientStorage: StatusCode = 507
    /// 508 Loop Detected.
    package static let loopDetected: StatusCode = 508
    /// 509 Bandwidth Limit Exceeded.
    package static let bandwidthLimitExceeded: StatusCode = 509
    /// 510 Not Extended.
    package static let notExtended: StatusCode = 510
    /// 511 Network Authentication Required.
    public static let networkAuthenticationRequired: StatusCode = 511
    /// 520 Web Server Returned an Unknown Error.
    package static let webServerReturnedAnUnknownError: StatusCode = 520
    /// 521 Web Server Is Down.
    package static let webServerIsDown: StatusCode = 521
    /// 522 Connection Timed Out.
    package static let connectionTimedOut: StatusCode = 522
    /// 523 Origin Is Unreachable.
    package static let originIsUnreachable: StatusCode = 523
    /// 524 A Timeout Occurred.
    package static let aTimeoutOccurred: StatusCode = 524
    /// 525 SSL Handshake Failed.
    package static let sslHandshakeFailed: StatusCode = 525
    /// 526 Invalid SSL Certificate.
    package static let invalidSSLCertificate: StatusCode = 526
    /// 527 Railgun Error.
    package static let railgunError: StatusCode = 527
    /// 530 Site Is Frozen.
    package static let siteIsFrozen: StatusCode = 530
}

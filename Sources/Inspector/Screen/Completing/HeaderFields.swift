/// The request fields that people write, and what they write into them.
///
/// Names are those of IANA's registry of field names and a few that are in everybody's APIs, the most used ones first.
enum HeaderFields {
    static let names = [
        "Accept", "Authorization", "Content-Type", "User-Agent", "Cookie", "Cache-Control", "If-None-Match",
        "If-Modified-Since", "Accept-Encoding", "Accept-Language", "Origin", "Referer", "Range", "If-Match",
        "X-API-Key", "X-Request-ID", "Idempotency-Key", "X-Requested-With", "X-Forwarded-For",
        "X-Correlation-ID", "Prefer", "Content-Encoding", "Content-Language", "Content-Disposition",
        "Content-Length", "Content-Location", "Content-Digest", "Content-MD5", "Host", "Connection",
        "Expect", "Forwarded", "From", "If-Range", "If-Unmodified-Since", "Keep-Alive", "Last-Event-ID",
        "Link", "Location", "Max-Forwards", "Pragma", "Priority", "Proxy-Authorization", "Repr-Digest",
        "TE", "Trailer", "Transfer-Encoding", "Upgrade", "Upgrade-Insecure-Requests", "Via", "Want-Digest",
        "Accept-Charset", "Accept-Patch", "Access-Control-Request-Headers", "Access-Control-Request-Method",
        "Alt-Used", "Authentication-Info", "Baggage", "DNT", "DPoP", "Date", "Depth", "Destination",
        "Early-Data", "If", "Lock-Token", "Overwrite", "Sec-Fetch-Mode", "Sec-WebSocket-Protocol", "Slug",
        "Timeout", "Traceparent", "Tracestate", "X-CSRF-Token", "X-Forwarded-Host", "X-Forwarded-Proto",
        "X-HTTP-Method-Override", "X-Real-IP", "X-Trace-ID",
    ]

    /// The possible values of a field, and whether several stand in it, with commas between.
    static func values(of name: String) -> (values: [String], areSeveral: Bool) {
        switch name.lowercased() {
        case "accept": (["application/json", "*/*"] + mediaTypes.filter { $0 != "application/json" }, true)
        case "content-type": (mediaTypes, false)
        case "authorization", "proxy-authorization":
            (["Bearer ", "Basic ", "Digest ", "AWS ", "NTLM ", "Negotiate", "ApiKey "], false)
        case "accept-encoding", "te": (["gzip", "br", "zstd", "deflate", "identity"], true)
        case "content-encoding": (["gzip", "br", "zstd", "deflate"], false)
        case "cache-control":
            (
                [
                    "no-cache", "no-store", "max-age=0", "only-if-cached", "no-transform", "max-stale",
                    "min-fresh=60",
                ], true
            )
        case "accept-language": (["en", "en-US", "de", "fr", "es", "*"], true)
        case "connection": (["keep-alive", "close", "upgrade"], false)
        case "pragma": (["no-cache"], false)
        case "prefer":
            (["return=minimal", "return=representation", "respond-async", "handling=strict"], true)
        case "expect": (["100-continue"], false)
        case "range": (["bytes=0-"], false)
        case "x-requested-with": (["XMLHttpRequest"], false)
        case "dnt", "upgrade-insecure-requests": (["1"], false)
        case "depth": (["0", "1", "infinity"], false)
        default: ([], false)
        }
    }

    static let mediaTypes = [
        "application/json", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain",
        "application/xml", "text/html", "application/octet-stream", "application/problem+json",
        "application/vnd.api+json", "application/merge-patch+json", "application/json-patch+json",
        "application/x-ndjson", "text/event-stream", "application/graphql-response+json",
        "application/hal+json", "application/ld+json", "application/yaml", "application/cbor",
        "application/msgpack", "application/x-protobuf", "application/grpc", "application/pdf",
        "application/zip", "application/gzip", "text/csv", "text/markdown", "text/xml", "text/css",
        "text/javascript", "image/png", "image/jpeg", "image/webp", "image/svg+xml", "image/gif",
        "audio/mpeg", "video/mp4", "font/woff2",
    ]
}

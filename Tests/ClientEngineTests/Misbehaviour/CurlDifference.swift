/// A difference between versions of libcurl, and the engine's reaction: a row of the table in docs/reliability.md.
struct CurlDifference {
    let what: String
    /// The behaviour of 7.88.1, 8.14.1 and 8.23.0.
    let libcurl: [String]
    let engine: String
    /// The source file of the engine that handles the difference.
    let file: String

    static let all = [
        CurlDifference(
            what: "the number of a connection", libcurl: ["in the log", "known", "known"],
            engine: "has own numbers, by sockets and addresses", file: "Transport/Connections.swift"),
        CurlDifference(
            what: "the proxy of a connection",
            libcurl: ["in the log", "whether, not which", "whether, not which"],
            engine: "chooses the proxy itself, by libcurl's rules", file: "Transport/Proxy.swift"),
        CurlDifference(
            what: "the request target",
            libcurl: ["as written", "normalised, without an empty query", "not relied on"],
            engine: "sends its own", file: "Transport/EasyHandle+Target.swift"),
        CurlDifference(
            what: "why HTTP/2 streams and connections end", libcurl: ["unknown", "partly", "partly"],
            engine: "sees the frames at nghttp2", file: "Transport/HTTP2Watch.swift"),
        CurlDifference(
            what: "floods of HTTP/2 frames", libcurl: ["keep it busy", "never end", "never end"],
            engine: "counts their bytes", file: "Transport/Flood.swift"),
        CurlDifference(
            what: "an end of TLS without close_notify", libcurl: ["an end", "an error", "an error"],
            engine: "an end, which is flagged where nothing else says that the body is whole",
            file: "Transport/Transfer.swift"),
        CurlDifference(
            what: "certificates of a resumed session",
            libcurl: ["all", "the server's own", "the server's own"],
            engine: "those of the session's beginning", file: "TLS/CertificateCache.swift"),
        CurlDifference(
            what: "bytes after a complete answer",
            libcurl: ["in the log", "in the log, too late", "in the log, too late"],
            engine: "counts them, and reads the log", file: "Transport/TransferCallbacks.swift"),
        CurlDifference(
            what: "something on a kept connection before a request",
            libcurl: ["sent into", "avoided, unsaid", "may be sent into"],
            engine: "sends nothing there; has a `reason` where libcurl offers the connection",
            file: "Transport/Transfer+Setback.swift"),
        CurlDifference(
            what: "the next address of a server",
            libcurl: ["waits to be called", "not relied on", "not relied on"],
            engine: "calls", file: "Transport/NextAddress.swift"),
        CurlDifference(
            what: "giving the search for a name up",
            libcurl: ["may damage memory", "not relied on", "at once"],
            engine: "leaves the search to libcurl until it is over", file: "Transport/LeftSearches.swift"),
        CurlDifference(
            what: "NTLM in Debian's build", libcurl: ["yes", "yes", "no"],
            engine: "`unsupported/queue` before anything is sent", file: "Transport/ConnectionLogin.swift"),
    ]

    static var table: [String] {
        ["| | 7.88.1 | 8.14.1 | 8.23.0 | the engine |", "|---|---|---|---|---|"]
            + all.map { row in
                "| \(row.what) | \(row.libcurl.joined(separator: " | ")) | \(row.engine) (`\(row.file)`) |"
            }
    }
}

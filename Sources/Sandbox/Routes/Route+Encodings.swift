extension Route {
    /// Encoded bodies.
    static var encodings: [Route] {
        [
            Route("/gzip", "a body in gzip") { _ in compressed("gzip", .gzip) },
            Route("/deflate", "a body in deflate, with the zlib wrapper") { _ in
                compressed("deflate", .zlib)
            },
            Route("/charset/NAME", "text in that character set") { call throws(Problem) in
                let charset = try Charset.named(call.text("NAME", default: ""))
                let bytes = try charset.bytes(of: charset.sample)
                return .bytes(bytes, type: "text/plain; charset=\(charset.name)")
            },
        ]
    }

    private static func compressed(_ coding: String, _ wrapper: Deflater.Wrapper) -> Reply {
        let lines = (1...40).map { "line \($0) of 40, sent in \(coding)\n" }
        let bytes = Deflater.compressed(Array(lines.joined().utf8), wrapper)
        return .bytes(bytes, type: "text/plain; charset=utf-8")
            .adding("Content-Encoding", coding).adding("Vary", "Accept-Encoding")
    }
}

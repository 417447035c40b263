extension Route {
    static var encodings: [Route] {
        [
            Route("/gzip", "a body in gzip") { _ in
                encoded("gzip") { Deflater.compressed($0, .gzip) }
            },
            Route("/deflate", "a body in deflate, with the zlib wrapper") { _ in
                encoded("deflate") { Deflater.compressed($0, .zlib) }
            },
            Route("/br", "a body in Brotli") { _ in encoded("br", Encoder.brotli) },
            Route("/zstd", "a body in Zstandard") { _ in encoded("zstd", Encoder.zstd) },
            Route("/charset/NAME", "text in that character set") { call throws(RouteError) in
                let charset = try Charset.named(call.text("NAME", default: ""))
                let bytes = try charset.bytes(of: charset.sample)
                return .bytes(bytes, type: "text/plain; charset=\(charset.name)")
            },
        ]
    }

    private static func encoded(_ coding: String, _ encode: ([UInt8]) -> [UInt8]) -> Reply {
        let lines = (1...40).map { "line \($0) of 40, sent in \(coding)\n" }
        return .bytes(encode(Array(lines.joined().utf8)), type: "text/plain; charset=utf-8")
            .adding("Content-Encoding", coding).adding("Vary", "Accept-Encoding")
    }
}

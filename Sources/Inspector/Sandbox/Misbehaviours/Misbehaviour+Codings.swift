extension Misbehaviour {
    /// The content coding is broken, unknown, or a trap.
    static var ofCodings: [Misbehaviour] { brokenCodings + unusualCodings }

    private static let plain = Array(String(repeating: "hello, compressed world\n", count: 20).utf8)

    private static func encoded(_ coding: String, _ body: [UInt8]) -> Script {
        { connection, _ in
            connection.write(
                answer("Content-Encoding: \(coding)", "Content-Length: \(body.count)", body: ""))
            return connection.write(body) ? .keepAlive : .close
        }
    }

    private static func half(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.prefix(bytes.count / 2)) }

    private static var brokenCodings: [Misbehaviour] {
        let gzip = Deflater.compressed(plain, .gzip)
        // The last eight bytes are the checksum and the length.
        var wrongSum = gzip
        wrongSum[gzip.count - 8] ^= 0xff
        return [
            Misbehaviour("E01", "sends 256 MiB of zeros in 256 KB of gzip", script: bomb),
            Misbehaviour(
                "E02", "sends gzip that ends too early",
                variants: [
                    Variant(name: "half", script: encoded("gzip", half(gzip))),
                    Variant(name: "header", script: encoded("gzip", Array(gzip.prefix(5)))),
                    Variant(name: "checksum", script: encoded("gzip", gzip.dropLast(4))),
                ]),
            Misbehaviour("E03", "sends gzip with a wrong checksum", script: encoded("gzip", wrongSum)),
            Misbehaviour(
                "E08", "says Brotli or Zstandard and sends something else, or not all of it",
                variants: [
                    Variant(name: "br", script: encoded("br", plain)),
                    Variant(name: "zstd", script: encoded("zstd", plain)),
                    Variant(name: "half-br", script: encoded("br", half(Encoder.brotli(plain)))),
                    Variant(name: "half-zstd", script: encoded("zstd", half(Encoder.zstd(plain)))),
                ]),
            Misbehaviour("E05", "says gzip and sends plain text", script: encoded("gzip", plain)),
        ]
    }

    private static var unusualCodings: [Misbehaviour] {
        let gzip = Deflater.compressed(plain, .gzip)
        return [
            Misbehaviour(
                "E04", "sends something behind gzip",
                variants: [
                    Variant(name: "junk", script: encoded("gzip", gzip + Array("junk".utf8))),
                    Variant(name: "members", script: encoded("gzip", gzip + gzip)),
                ]),
            Misbehaviour(
                "E07", "names 50 codings, one around the other",
                script: encoded(Array(repeating: "gzip", count: 50).joined(separator: ", "), gzip)),
            Misbehaviour("E06", "uses a coding that nobody knows", script: encoded("x-sandbox", plain)),
            Misbehaviour(
                "E09", "sends deflate, which two formats go by",
                variants: [
                    Variant(name: "raw", script: encoded("deflate", Deflater.compressed(plain, .raw))),
                    Variant(name: "zlib", script: encoded("deflate", Deflater.compressed(plain, .zlib))),
                ]),
            Misbehaviour(
                "E10", "sends an empty body in gzip",
                variants: [
                    Variant(name: "stream", script: encoded("gzip", Deflater.compressed([], .gzip))),
                    Variant(name: "nothing", script: encoded("gzip", [])),
                ]),
        ]
    }

    /// Compressed while it is sent: a client that stops early saves the work.
    private static let bomb: Script = { connection, _ in
        connection.write(answer("Content-Encoding: gzip", "Transfer-Encoding: chunked", body: ""))
        let deflater = Deflater(.gzip)
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        for round in 1...256 {
            let piece = deflater.add(zeros, isLast: round == 256)
            guard !piece.isEmpty else { continue }
            connection.write("\(String(piece.count, radix: 16))\r\n")
            connection.write(piece)
            guard connection.write("\r\n") else { return .close }
        }
        return connection.write("0\r\n\r\n") ? .keepAlive : .close
    }
}

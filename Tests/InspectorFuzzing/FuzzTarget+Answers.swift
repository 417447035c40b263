import ClientEngine
import Foundation

extension FuzzTarget {
    /// Data from servers.
    static let answers: [FuzzTarget] = [
        url,
        FuzzTarget(
            text: "cookie", seeds: ["a=b; Domain=.h.com; Path=/; Max-Age=1; Secure; SameSite=Lax; Expires=x"]
        ) {
            guard let url = try? RequestURL(parsing: "https://www.h.com/a/b") else {
                return "The URL is fine."
            }
            let jar = CookieJar()
            var headers: Headers = [:]
            headers.add("Set-Cookie", $0)
            let date = Date(timeIntervalSince1970: 1_000_000_000)
            jar.store(headers, from: url, at: date)
            _ = jar.cookies(for: url, at: date)
            return nil
        },
        FuzzTarget(
            text: "header-words",
            seeds: [
                "text/html; charset=\"a\\\"b\"; q=0.5", "Sun, 06 Nov 1994 08:49:37 GMT",
                "a*=UTF-8''%e2%82%ac; b",
            ]
        ) {
            let type = MediaType($0)
            _ = (type.essence, MediaType.accept([type]))
            _ = HeaderParameters($0).map(\.name)
            guard let date = HTTPDate(parsing: $0, now: Date(timeIntervalSince1970: 0)) else { return nil }
            return HTTPDate(parsing: date.description, now: Date(timeIntervalSince1970: 0)) == nil
                ? "A written date is not read." : nil
        },
        decoder("gzip"), decoder("deflate"), decoder("br"), decoder("zstd"),
    ]

    /// Decoding in pieces must equal decoding at once, within the limit.
    private static func decoder(_ coding: String) -> FuzzTarget {
        FuzzTarget("decode-" + coding, seeds: ["\u{1F}\u{8B}\u{8}", "x\u{9C}", "(\u{B5}/\u{FD}"]) { bytes in
            let head = ResponseHead(status: 200, reason: "", headers: ["Content-Encoding": coding])
            // Four bytes of zstd can request 128 KiB. With the default limit, copying zeros would take most of the
            // time.
            var limits = Limits()
            limits.decodedFloor = 1 << 20
            let whole = try? BodyDecoder(head, limits: limits).decode(bytes)
            let pieces = BodyDecoder(head, limits: limits)
            var collected: [UInt8]? = []
            for byte in bytes {
                guard let part = try? pieces.decode([byte]) else {
                    collected = nil
                    break
                }
                collected?.append(contentsOf: part)
            }
            return whole == nil || collected == nil || whole == collected
                ? nil : "Pieces differ from the whole."
        }
    }
}

import Foundation
import InspectorTestSupport
import Testing

@testable import InspectorHTTPServer
@testable import InspectorSandbox

@Suite(.ownThread, .timeLimit(.minutes(1)))
struct EncodingTests {
    @Test("The gzip program understands the gzip body")
    func gzip() throws {
        let server = try SandboxServer.start()
        let response = try RawClient.fetch("/gzip", from: server)
        #expect(response.header("Content-Encoding") == "gzip")
        let result = try Program.run(["gzip", "-dc"], input: response.body)
        #expect(result.status == 0)
        #expect(result.output.hasSuffix("line 40 of 40, sent in gzip\n"))
    }

    @Test("Deflate has the zlib wrapper and its checksum")
    func deflate() throws {
        let server = try SandboxServer.start()
        let body = try RawClient.fetch("/deflate", from: server).body
        let text = (1...40).map { "line \($0) of 40, sent in deflate\n" }.joined()
        #expect(body.first == 0x78)
        #expect(Array(body.suffix(4)) == adler32(Array(text.utf8)))
    }

    @Test("curl understands every coding", arguments: ["gzip", "deflate", "br", "zstd"])
    func codings(name: String) throws {
        let server = try SandboxServer.start()
        let words = ["curl", "-sS", "--noproxy", "*", "--compressed", server.url + "/" + name]
        let result = try Program.run(words)
        #expect(result.status == 0)
        #expect(result.output.hasSuffix("line 40 of 40, sent in \(name)\n"))
    }

    @Test("Brotli and Zstandard compress what is longer than one block")
    func longBodies() {
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7 &* 31) }
        #expect((1..<200_000).contains(Encoder.brotli(bytes).count))
        #expect((1..<200_000).contains(Encoder.zstd(bytes).count))
        #expect(Encoder.zstd(bytes).starts(with: [0x28, 0xB5, 0x2F, 0xFD]))
    }

    @Test("Every wrapper of the same bytes holds the same compressed data")
    func wrappers() {
        let bytes = Array(String(repeating: "all work and no play ", count: 10_000).utf8)
        let raw = Deflater.compressed(bytes, .raw)
        #expect(Array(Deflater.compressed(bytes, .zlib).dropFirst(2).dropLast(4)) == raw)
        #expect(Array(Deflater.compressed(bytes, .gzip).dropFirst(10).dropLast(8)) == raw)
    }

    @Test("Every charset can express its sample and names itself", arguments: Charset.all.map(\.name))
    func charset(name: String) throws {
        let charset = try Charset.named(name.uppercased())
        let server = try SandboxServer.start()
        let response = try RawClient.fetch("/charset/" + name, from: server)
        #expect(response.header("Content-Type") == "text/plain; charset=" + name)
        #expect(String(data: Data(response.body), encoding: charset.encoding) == charset.sample)
    }

    @Test("UTF-16 begins with a byte order mark")
    func byteOrderMark() throws {
        let bytes = try Charset.named("utf-16").bytes(of: "a")
        #expect(bytes == [0xff, 0xfe, 0x61, 0] || bytes == [0xfe, 0xff, 0, 0x61])
    }

    @Test(
        "MD5 agrees with RFC 1321",
        arguments: [
            ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
            ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
            (
                String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"
            ),
        ])
    func md5(text: String, digest: String) {
        #expect(MD5.hex(text) == digest)
    }

    private func adler32(_ bytes: [UInt8]) -> [UInt8] {
        var (low, high) = (1, 0)
        for byte in bytes {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return [high >> 8, high & 0xff, low >> 8, low & 0xff].map { UInt8($0) }
    }
}

import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Decoding content")
struct ContentDecoderTests {
    /// Samples made by Python's zlib, an independent implementation.
    private enum Sample {
        static let text = Array("hello, hello, hello\n".utf8)
        static let gzip = bytes("H4sIAAAAAAACA8tIzcnJ11HIQKK4AOdCblIUAAAA")
        static let gzipWithName = bytes("H4sICAEAAAAC/2EgbmFtZS50eHQAy0jNycnXUchAorgA50JuUhQAAAA=")
        static let gzipStored = bytes("H4sIAAAAAAAEAwEUAOv/aGVsbG8sIGhlbGxvLCBoZWxsbwrnQm5SFAAAAA==")
        static let zlib = bytes("eJzLSM3JyddRyECiuABLBwbf")
        static let raw = bytes("y0jNycnXUchAorgA")
        /// `zlib`, compressed with gzip.
        static let gzipOfZlib = bytes("H4sIAAAAAAACA6uYc9rj7MmT1wNPOCzaweDNznYfAM/9c/sSAAAA")
        static let gzipOfNothing = bytes("H4sIAAAAAAACAwMAAAAAAAAAAAA=")
        /// `world\n`.
        static let secondMember = bytes("H4sIAAAAAAACAyvPL8pJ4QIAqGE43QYAAAA=")
        /// 100,000 zeros as raw deflate.
        static let bomb =
            bytes(
                "7cExAQAAAMKg9U9tDQ+gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
                    + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgFcD")
        /// 1,000,000 zeros, compressed with gzip twice.
        static let doubleBomb =
            bytes("H4sIAAAAAAACA5Pv5mAAASbmtwcZGYGMJoX/6/M8HBgZRsEoGAVDHqxnm3e6UsjBiZ8BAIx5wxjrAwAA")

        // Made by brotli 1.0.9 and zstd 1.5.4.
        static let br = bytes("iwmAaGVsbG8sIGhlbGxvLCBoZWxsbwoD")
        static let brOfNothing: [UInt8] = [0x06]
        static let zstd = bytes("KLUv/SQUdQAAQGhlbGxvLCAKAQDiihEhaZ2H")
        static let zstdWithoutChecksum = bytes("KLUv/SAUdQAAQGhlbGxvLCAKAQDiihE=")
        static let zstdOfNothing = bytes("KLUv/SQAAQAAmenYUQ==")
        /// `world\n`.
        static let secondFrame = bytes("KLUv/SQGMQAAd29ybGQKqm5Wnw==")
        /// Three bytes that a decoder skips (RFC 8878, section 3.1.2).
        static let skippable: [UInt8] = [0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
        /// An empty frame that requires a window of 128 MiB.
        static let zstdWithWideWindow: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x88, 0x01, 0x00, 0x00]
        /// 1,000,000 zeros each.
        static let brBomb = bytes("Wz9Cj38CIB4LBPJzHgA=")
        static let zstdBomb =
            bytes("KLUv/aRAQg8AVAAAEAAAAQD7/znAAgIAEAACABAAAgAQAAIAEAACABAAAgAQAAMSCgDMrso5")

        private static func bytes(_ base64: String) -> [UInt8] {
            Array(Data(base64Encoded: base64) ?? Data())
        }
    }

    private func decoder(_ codings: [String], _ change: (inout Limits) -> Void = { _ in }) throws
        -> ContentDecoder
    {
        var limits = Limits()
        change(&limits)
        return try #require(ContentDecoder(codings: codings, limits: limits))
    }

    /// Decodes all bytes in pieces of a given size.
    private func decode(_ bytes: [UInt8], with decoder: ContentDecoder, pieces: Int) throws -> [UInt8] {
        var decoded: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            decoded += try decoder.decode(Array(bytes[start..<min(start + pieces, bytes.count)]))
        }
        try decoder.finish()
        return decoded
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var codings: [String]
        var wire: [UInt8]
        var expected = Sample.text
        var hasTrailingBytes = false
        var testDescription: String { name }
    }

    private static let good: [Case] = [
        Case(name: "nothing", codings: [], wire: Sample.text),
        Case(name: "identity", codings: ["identity"], wire: Sample.text),
        Case(name: "gzip", codings: ["gzip"], wire: Sample.gzip),
        Case(name: "x-gzip in capitals", codings: ["X-GZIP"], wire: Sample.gzip),
        Case(name: "gzip with a file name", codings: ["gzip"], wire: Sample.gzipWithName),
        Case(name: "gzip, stored", codings: ["gzip"], wire: Sample.gzipStored),
        Case(name: "deflate in zlib", codings: ["deflate"], wire: Sample.zlib),
        Case(name: "deflate, bare", codings: ["deflate"], wire: Sample.raw),
        Case(name: "deflate, then gzip", codings: ["deflate", "gzip"], wire: Sample.gzipOfZlib),
        Case(
            name: "five codings", codings: ["identity", "deflate", "identity", "gzip", "identity"],
            wire: Sample.gzipOfZlib),
        Case(name: "gzip of nothing", codings: ["gzip"], wire: Sample.gzipOfNothing, expected: []),
        Case(name: "nothing at all as gzip", codings: ["gzip"], wire: [], expected: []),
        Case(name: "nothing at all as deflate", codings: ["deflate"], wire: [], expected: []),
        Case(
            name: "two members", codings: ["gzip"], wire: Sample.gzip + Sample.secondMember,
            expected: Sample.text + Array("world\n".utf8)),
        Case(
            name: "an empty member between two", codings: ["gzip"],
            wire: Sample.gzip + Sample.gzipOfNothing + Sample.secondMember,
            expected: Sample.text + Array("world\n".utf8)),
        Case(
            name: "junk behind gzip", codings: ["gzip"], wire: Sample.gzip + Array("junk".utf8),
            hasTrailingBytes: true),
        Case(
            name: "zeros behind gzip", codings: ["gzip"], wire: Sample.gzip + [0, 0, 0],
            hasTrailingBytes: true),
        Case(
            name: "half a magic number behind gzip", codings: ["gzip"], wire: Sample.gzip + [0x1F],
            hasTrailingBytes: true),
        Case(
            name: "a magic number that is none", codings: ["gzip"], wire: Sample.gzip + [0x1F, 0x8C, 1],
            hasTrailingBytes: true),
        Case(name: "br", codings: ["br"], wire: Sample.br),
        Case(name: "br of nothing", codings: ["br"], wire: Sample.brOfNothing, expected: []),
        Case(name: "nothing at all as br", codings: ["br"], wire: [], expected: []),
        Case(name: "junk behind br", codings: ["br"], wire: Sample.br + [1], hasTrailingBytes: true),
        Case(name: "zstd", codings: ["zstd"], wire: Sample.zstd),
        Case(name: "zstd without a checksum", codings: ["ZSTD"], wire: Sample.zstdWithoutChecksum),
        Case(name: "zstd of nothing", codings: ["zstd"], wire: Sample.zstdOfNothing, expected: []),
        Case(name: "nothing at all as zstd", codings: ["zstd"], wire: [], expected: []),
        Case(
            name: "two frames, others to skip around them", codings: ["zstd"],
            wire: Sample.skippable + Sample.zstd + Sample.skippable + Sample.secondFrame + Sample.skippable,
            expected: Sample.text + Array("world\n".utf8)),
        Case(
            name: "junk behind zstd", codings: ["zstd"], wire: Sample.zstd + Array("junk".utf8),
            hasTrailingBytes: true),
        Case(
            name: "half a magic number behind zstd", codings: ["zstd"],
            wire: Sample.zstd + [0x28, 0xB5, 0x2F],
            hasTrailingBytes: true),
        Case(
            name: "half a skippable magic number behind zstd", codings: ["zstd"],
            wire: Sample.zstd + [0x51, 0x2A],
            hasTrailingBytes: true),
        Case(
            name: "junk behind deflate", codings: ["deflate"], wire: Sample.zlib + [1],
            hasTrailingBytes: true),
    ]

    @Test("gives the content, however the bytes arrive", arguments: good, [1, 2, 3, 7, 4096])
    func decodes(example: Case, pieces: Int) throws {
        let decoder = try decoder(example.codings)
        #expect(try decode(example.wire, with: decoder, pieces: pieces) == example.expected)
        #expect(decoder.hasTrailingBytes == example.hasTrailingBytes)
    }

    private static let coded: [Case] = [
        Case(name: "gzip", codings: ["gzip"], wire: Sample.gzip),
        Case(name: "zlib", codings: ["deflate"], wire: Sample.zlib),
        Case(name: "bare", codings: ["deflate"], wire: Sample.raw),
        Case(name: "both", codings: ["deflate", "gzip"], wire: Sample.gzipOfZlib),
        Case(name: "br", codings: ["br"], wire: Sample.br),
        Case(name: "zstd", codings: ["zstd"], wire: Sample.zstd),
        Case(name: "zstd without a checksum", codings: ["zstd"], wire: Sample.zstdWithoutChecksum),
    ]

    @Test("tells truncated from complete at every byte", arguments: coded)
    func tellsTruncated(example: Case) throws {
        for count in 1..<example.wire.count {
            let decoder = try decoder(example.codings)
            let decoded = try decoder.decode(Array(example.wire.prefix(count)))
            #expect(Sample.text.starts(with: decoded))
            let error = #expect(throws: ClientError.self) { try decoder.finish() }
            #expect(error?.label == "truncated/receive")
            #expect(error?.bytesReceived == count)
        }
    }

    @Test(
        "tells broken from truncated",
        arguments: [
            ("a wrong checksum", "gzip", Sample.gzip.changed(at: 22)),
            ("a wrong length", "gzip", Sample.gzip.changed(at: 26)),
            ("a wrong magic number", "gzip", Sample.gzip.changed(at: 0)),
            ("an unknown method", "gzip", Sample.gzip.changed(at: 2)),
            ("plain text", "gzip", Sample.text),
            ("broken data", "gzip", Sample.gzip.changed(at: 10)),
            ("a broken second member", "gzip", Sample.gzip + Sample.secondMember.changed(at: 18)),
            ("a wrong Adler checksum", "deflate", Sample.zlib.changed(at: 17)),
            ("zlib under the name of gzip", "gzip", Sample.zlib),
            ("gzip under the name of deflate", "deflate", Sample.gzip),
            ("plain text as br", "br", Sample.text),
            ("gzip under the name of br", "br", Sample.gzip),
            ("plain text as zstd", "zstd", Sample.text),
            ("gzip under the name of zstd", "zstd", Sample.gzip),
            ("a wrong zstd checksum", "zstd", Sample.zstd.changed(at: 25)),
            ("a broken second frame", "zstd", Sample.zstd + Sample.secondFrame.changed(at: 16)),
            ("a zstd window beyond 8 MiB", "zstd", Sample.zstdWithWideWindow),
        ])
    func broken(name: String, coding: String, wire: [UInt8]) throws {
        for pieces in [1, 4096] {
            let decoder = try decoder([coding])
            let error = #expect(throws: ClientError.self) { try decode(wire, with: decoder, pieces: pieces) }
            #expect(error?.label == "decode/process")
        }
    }

    @Test(
        "takes any bytes without harm, and never gives out wrong content as right",
        arguments: 0..<200 as Range<UInt64>)
    func noise(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var wire = Sample.gzip
        for _ in 0...Int.random(in: 0...2, using: &random) {
            wire[Int.random(in: 0..<wire.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        let decoded = try? decode(
            wire, with: decoder(["gzip"]), pieces: Int.random(in: 1...40, using: &random))
        #expect(decoded == nil || decoded == Sample.text)
        let junk = (0..<Int.random(in: 1...300, using: &random)).map { _ in
            UInt8.random(in: 0...255, using: &random)
        }
        let bare = try? decode(
            junk, with: decoder(["deflate"]), pieces: Int.random(in: 1...40, using: &random))
        #expect(bare.map { $0.count <= junk.count * 1032 } ?? true)
    }

    @Test("stops a body that grows too large, and lets pass what stays within either bound")
    func bomb() throws {
        for pieces in [1, 4096] {
            let strict = try decoder(["deflate"]) { $0.decodedFloor = 5000 }
            let error = #expect(throws: ClientError.self) {
                try decode(Sample.bomb, with: strict, pieces: pieces)
            }
            #expect(error?.label == "limit/receive")
        }
        let wide = try decoder(["deflate"]) { $0.decodedFloor = 100_000 }
        #expect(try decode(Sample.bomb, with: wide, pieces: 4096).count == 100_000)
        let dense = try decoder(["deflate"]) {
            $0.decodedFloor = 0
            $0.decodedRatio = 1000
        }
        #expect(try decode(Sample.bomb, with: dense, pieces: 4096).count == 100_000)
        let boundless = try decoder(["deflate"]) { $0.decodedRatio = .max }
        #expect(try decode(Sample.bomb, with: boundless, pieces: 4096).count == 100_000)
    }

    @Test(
        "stops a bomb of any coding, and lets it pass where that is allowed",
        arguments: [("br", Sample.brBomb), ("zstd", Sample.zstdBomb)])
    func otherBombs(coding: String, wire: [UInt8]) throws {
        for pieces in [1, 4096] {
            let strict = try decoder([coding]) { $0.decodedFloor = 100_000 }
            let error = #expect(throws: ClientError.self) { try decode(wire, with: strict, pieces: pieces) }
            #expect(error?.label == "limit/receive")
            #expect(try decode(wire, with: decoder([coding]), pieces: pieces).count == 1_000_000)
        }
    }

    @Test("takes any bytes as br or zstd without harm", arguments: 0..<200 as Range<UInt64>)
    func otherNoise(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for (coding, sample) in [("br", Sample.br), ("zstd", Sample.zstd)] {
            var wire = sample
            wire[Int.random(in: 0..<wire.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            wire += (0..<Int.random(in: 0...40, using: &random)).map { _ in
                .random(in: 0...255, using: &random)
            }
            let decoded = try? decode(
                wire, with: decoder([coding]) { $0.decodedFloor = 1 << 20 },
                pieces: .random(in: 1...40, using: &random))
            #expect(decoded.map { $0.count <= 1 << 20 } ?? true)
        }
    }

    @Test("measures every layer against the wire")
    func doubleBomb() throws {
        let strict = try decoder(["gzip", "gzip"]) { $0.decodedFloor = 100_000 }
        let error = #expect(throws: ClientError.self) {
            try decode(Sample.doubleBomb, with: strict, pieces: 4096)
        }
        #expect(error?.label == "limit/receive")
        let wide = try decoder(["gzip", "gzip"])
        #expect(try decode(Sample.doubleBomb, with: wide, pieces: 1).count == 1_000_000)
    }

    @Test(
        "leaves what it does not know to be shown raw",
        arguments: [["compress"], ["gzip", "sdch"], [""], ["gzip, br"]])
    func unknown(codings: [String]) {
        #expect(ContentDecoder(codings: codings, limits: Limits()) == nil)
    }

    @Test("refuses a tower of codings")
    func tower() throws {
        let decoder = try decoder(Array(repeating: "gzip", count: 6))
        let error = #expect(throws: ClientError.self) { try decoder.decode(Sample.gzip) }
        #expect(error?.label == "limit/receive")
    }

    @Test(
        "finds the codings in a head",
        arguments: [
            ([:], []), (["Content-Encoding": "gzip"], ["gzip"]),
            (
                ["content-encoding": " Deflate ,gzip,, ", "Content-Encoding": "x-gzip"],
                ["deflate", "gzip", "x-gzip"]
            ),
        ] as [(Headers, [String])])
    func codings(headers: Headers, codings: [String]) {
        #expect(ContentDecoder.codings(in: headers) == codings)
    }

    @Test(
        "says whether there is anything to do",
        arguments: [([], true), (["identity"], true), (["gzip"], false)])
    func identity(codings: [String], isIdentity: Bool) throws {
        #expect(try decoder(codings).isIdentity == isIdentity)
    }
}

extension [UInt8] {
    /// Returns the bytes with one byte inverted.
    fileprivate func changed(at index: Int) -> [UInt8] {
        var copy = self
        copy[index] ^= 0xFF
        return copy
    }
}

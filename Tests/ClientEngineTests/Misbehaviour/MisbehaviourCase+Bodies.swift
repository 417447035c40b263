import ClientEngine

extension MisbehaviourCase {
    /// Section c: the framing of the body.
    static let bodies: [MisbehaviourCase] = cut + chunks + lengths + endless

    private static let half = "exactly fifty bytes of the hundred that were named"
    private static let small: Limits = {
        var limits = Limits()
        limits.collectedBody = 1 << 20
        limits.decodedFloor = 1 << 20
        return limits
    }()

    private static let cut: [MisbehaviourCase] = [
        bad("B01", "resets inside of a body with a length", .fails("truncated/receive"), .dropped) {
            $0.body = half
            $0.hasHead = true
        },
        bad("B02", "resets inside of a body without one", .fails("truncated/receive"), .dropped) {
            $0.body = half
            $0.hasHead = true
        },
        bad("B03", "closes inside of a body", .fails("truncated/receive"), .dropped) {
            $0.body = half
            $0.hasHead = true
        },
        bad("B04", "sends a second response unasked", .answers(200, [.extraBytes]), .dropped) {
            $0.body = "hello"
        },
        bad("B05", "closes without the last chunk", .fails("truncated/receive"), .dropped) {
            $0.body = "hello"
            $0.hasHead = true
        },
    ]

    private static let chunks: [MisbehaviourCase] =
        bad(
            "B06", "sends a chunk that is none", .fails("protocol/receive"),
            variants: ["letters", "negative", "overflow", "unseparated"], .dropped
        ) { $0.hasHead = true }
        + [
            bad("B07", "has a chunk extension of 1 MiB", .fails("limit/receive"), .dropped) {
                $0.hasHead = true
            },
            bad("B09", "has an unknown transfer coding", .fails("protocol/receive"), .dropped),
            bad("B10", "is chunked twice", .fails("protocol/receive"), .dropped) { $0.hasHead = true },
        ]
        + bad(
            "B24", "writes chunks oddly", .answers(200, [.oddChunks]),
            variants: ["line-feed", "comma", "unfinished", "http-1.0"], .dropped
        ) { $0.body = "hello" }
        + bad(
            "B08", "has chunks and a length", .answers(200, [.lengthAndChunks]),
            variants: ["length-first", "chunked-first"], .dropped
        ) { $0.body = "hello" }

    private static let lengths: [MisbehaviourCase] =
        bad(
            "B11", "says the length twice", .answers(200, [.repeatedLength]), variants: ["lines"], .dropped
        ) { $0.body = "hello" }
        + bad(
            "B11", "says the length twice", .answers(200, [.repeatedLength]), variants: ["list"], .dropped)
        + bad(
            "B12", "says two lengths", .fails("protocol/receive"), variants: ["lines", "list"], .dropped)
        + bad(
            "B13", "has a length that is none", .fails("protocol/receive"),
            variants: ["negative", "letters", "apart", "two"],
            .dropped)
        + bad(
            "B14", "has nearly a length", .fails("protocol/receive"),
            variants: ["plus", "suffix", "overflow"],
            .dropped)
        + [
            bad("B15", "has a body at 204", .answers(204, [.ignoredBody]), variant: "204", .dropped),
            bad("B15", "has a body at 304", .answers(304, [.ignoredBody]), variant: "304", .dropped),
            bad("B15", "has a body for HEAD", .answers(200, [.ignoredBody]), variant: "200", .dropped) {
                $0.method = .head
            },
        ]

    private static let endless: [MisbehaviourCase] =
        [
            bad("B16", "falls silent in the body", .expires("timeout/receive", in: .receive), .dropped) {
                $0.body = half
                $0.hasHead = true
            },
            bad("B17", "stays behind its body", .expires("timeout/receive", in: .receive), .dropped) {
                $0.body = "hello"
                $0.hasHead = true
            },
            bad("B18", "sends a body for ever", .fails("limit/receive"), .dropped) {
                $0.limits = small
                $0.hasHead = true
            },
            bad("B19", "sends 10 GiB", .fails("limit/receive"), .dropped) {
                $0.limits = small
                $0.hasHead = true
            },
            apart("B20", "sends faster than it is read", "A reader of events that is behind"),
            bad("B22", "sends 1000 parts", .answers(200), .reused),
            apart("B23", "sends events for ever", "an endless stream of events can be cancelled"),
        ]
        + bad(
            "B21", "sends a part unasked", .answers(206), variants: ["other", "overlapping"], .reused
        ) { $0.body = "hello" }

    /// Section d: content coding and text.
    static let contents: [MisbehaviourCase] =
        [
            bad("E01", "sends a gzip bomb", .fails("limit/receive"), .dropped) {
                $0.limits = small
                $0.hasHead = true
            },
            bad("E03", "sends gzip with a wrong checksum", .fails("decode/process")) { $0.hasHead = true },
            bad("E04", "sends junk behind gzip", .answers(200, [.bytesBehindCoding]), variant: "junk"),
            bad("E04", "sends two gzip members", .answers(200), variant: "members", .reused),
            bad("E05", "says gzip, sends text", .fails("decode/process")) { $0.hasHead = true },
            bad("E06", "uses an unknown coding", .answers(200, [.unknownCoding]), .reused),
            bad("E07", "names 50 codings", .fails("limit/receive")) { $0.hasHead = true },
        ]
        + bad(
            "E02", "sends half of gzip", .fails("truncated/receive"),
            variants: ["half", "header", "checksum"]
        ) { $0.hasHead = true }
        + bad("E08", "sends no Brotli, no zstd", .fails("decode/process"), variants: ["br", "zstd"])
        + bad("E08", "sends half of it", .fails("truncated/receive"), variants: ["half-br", "half-zstd"])
        + bad("E09", "sends either deflate", .answers(200), variants: ["raw", "zlib"], .reused)
        + bad("E10", "sends an empty gzip", .answers(200), variants: ["stream", "nothing"], .reused)
        + bad(
            "E11", "sends no UTF-8", .answers(200), variants: ["invalid", "overlong", "surrogates", "nul"],
            .reused)
        + bad("E12", "names an odd charset", .answers(200), variants: ["unknown", "mark", "utf-16"], .reused)
        + bad("E13", "sends hard JSON", .answers(200), variants: ["deep", "numbers", "surrogate"], .reused)
        + [
            bad("E14", "sends an XML bomb", .answers(200), .reused),
            bad("E15", "sends one long line", .answers(200), .reused),
        ]
}

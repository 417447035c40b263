@testable import ClientEngine

extension MisbehaviourCase {
    /// Section b: the head of the response.
    static let heads: [MisbehaviourCase] = unfinished + large + malformed + statusLines + interims + odd

    private static let unfinished: [MisbehaviourCase] = [
        bad("H01", "resets inside of the head", .fails("connectionLost/receive"), .dropped),
        bad("H02", "closes inside of the head", .fails("connectionLost/receive"), .dropped),
        bad("H03", "sends the head byte by byte", .expires("timeout/receive", in: .receive), .dropped),
        bad("H04", "falls silent after the head", .expires("timeout/receive", in: .receive), .dropped) {
            $0.hasHead = true
        },
    ]

    private static let large: [MisbehaviourCase] = [
        bad("H05", "sends header lines for ever", .fails("limit/receive"), .dropped),
        bad("H06", "sends 100 000 header lines", .fails("limit/receive"), .dropped),
        bad("H07", "sends 4000 header lines", .answers(200), .reused) { $0.body = "hello" },
        bad("H08", "sends a header line of 99 KiB", .answers(200), .reused) { $0.body = "hello" },
        bad("H09", "sends a header line of 1 MiB", .fails("limit/receive"), .dropped),
    ]

    private static let malformed: [MisbehaviourCase] =
        [
            bad("H10", "sends a line without a colon", .fails("protocol/receive"), .dropped),
            bad("H11", "writes a name oddly", .answers(200, [.spaceBeforeColon]), variant: "space", .dropped),
            bad("H11", "writes a name oddly", .answers(200, [.spaceBeforeColon]), variant: "tab", .dropped),
            bad("H11", "writes a name oddly", .answers(200, [.emptyFieldName]), variant: "empty", .dropped),
            bad("H14", "folds a field", .answers(200, [.foldedField]), .reused) { $0.body = "hello" },
            bad("H15", "folds the first field", .fails("protocol/receive"), .dropped),
            bad("H16", "ends lines with a line feed", .answers(200, [.bareLineFeed]), .reused) {
                $0.body = "hello"
            },
            bad("H17", "has a carriage return in a field", .answers(200, [.bareCarriageReturn]), .dropped) {
                $0.body = "hello"
                $0.refusal = Refusal(
                    since: CurlVersion(8, 22), verdict: .fails("protocol/receive"),
                    reason: "libcurl takes no carriage return there")
            },
        ]
        + bad(
            "H34", "has a name that is none", .answers(200, [.oddFieldName]),
            variants: ["space", "quote", "tab", "umlaut"],
            .dropped
        ) { $0.body = "hello" }
        + bad("H12", "has NUL in a field", .fails("protocol/receive"), variants: ["value", "name"], .dropped)
        + bad(
            "H13", "sends what a terminal would obey", .answers(200),
            variants: ["escape", "title", "c1", "latin1", "invalid"], .reused
        ) { $0.body = "hello" }

    private static let statusLines: [MisbehaviourCase] =
        [
            bad("H18", "answers in HTTP/0.9", .fails("protocol/wait"), .dropped),
            bad("H19", "ends the body with the connection", .answers(200, [.endedByClose]), .dropped) {
                $0.body = "until the end\n"
            },
            bad(
                "H24", "writes the version oddly", .answers(200, [.unusualVersion]), variant: "two", .dropped),
            bad("H24", "writes the version oddly", .answers(200, [.unusualVersion]), variant: "lower-case"),
        ]
        + bad("H20", "has no reason phrase", .answers(200), variants: ["space", "no-space"], .reused)
        + bad(
            "H21", "has a status that is none", .fails("protocol/wait"),
            variants: ["99", "099", "000", "1000", "-1", "abc", "20x"], .dropped)
        + bad(
            "H33", "writes no status", .fails("protocol/wait"), variants: ["blanks", "joined"], .dropped)
        + [("600", 600), ("999", 999)].map {
            bad("H22", "has a status of no class", .answers($0.1), variant: $0.0, .reused)
        }
        + bad(
            "H23", "has a version that there is not", .fails("protocol/wait"),
            variants: ["1.2", "3.7", "icy", "leading-line"], .dropped)

    private static let interims: [MisbehaviourCase] = [
        bad("H25", "sends ten interim responses", .answers(200), .reused) { $0.body = "hello" },
        bad("H26", "sends interim responses without end", .fails("limit/wait"), .dropped),
        bad("H27", "switches protocols unasked", .fails("protocol/receive"), .dropped) { $0.hasHead = true },
    ]

    private static let odd: [MisbehaviourCase] =
        bad("H28", "has an odd date", .answers(200), variants: ["past", "future", "garbage"], .reused)
        + [
            bad("H29", "repeats a field", .answers(200, [.repeatedField]), variant: "types", .reused),
            bad("H29", "repeats Location", .answers(200, [.repeatedField]), variant: "locations", .reused) {
                $0.refusal = Refusal(
                    since: CurlVersion(8, 21), verdict: .fails("protocol/receive"),
                    reason: "libcurl takes no two values of Location")
            },
            bad("H31", "sends trailers for ever", .fails("limit/receive"), .dropped) {
                $0.body = "hello"
                $0.hasHead = true
            },
            bad("H32", "sends one trailer for ever", .fails("limit/receive"), .dropped) {
                $0.body = "hello"
                $0.hasHead = true
            },
            bad("H30", "has forbidden trailers", .answers(200, [.forbiddenTrailer]), .reused) {
                $0.body = "hello"
            },
        ]
}

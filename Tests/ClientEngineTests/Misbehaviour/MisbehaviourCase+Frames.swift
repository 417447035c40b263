@testable import ClientEngine

extension MisbehaviourCase {
    /// Section f: the frames of HTTP/2.
    static let frames: [MisbehaviourCase] =
        [
            apart("F01", "gives the connection up before it looks (HTTP/2)", "a stream above the last one"),
            apart("F03", "refuses the stream (HTTP/2)", "a refused stream goes again"),
            apart("F05", "opens no window for the request's body (HTTP/2)", "a window of zero"),
            apart("F07", "sends frames without end that bring nothing (HTTP/2)", "a flood of frames ends"),
            apart("F14", "answers before it has read the body, and resets (HTTP/2)", "an early answer"),
        ] + whole + cut + broken

    private static let whole: [MisbehaviourCase] = [
        h2(
            "F02", "gives the connection up, and answers (HTTP/2)", .answers(200),
            [
                "goaway": HTTP2Frame.goAway(last: 1) + HTTP2Frame.head + HTTP2Frame.part + HTTP2Frame.end,
                "within": HTTP2Frame.head + HTTP2Frame.goAway(last: 1) + HTTP2Frame.part + HTTP2Frame.end,
                "breaks the rules behind the end": HTTP2Frame.head + HTTP2Frame.part + HTTP2Frame.end
                    + HTTP2Frame.make(HTTP2Frame.ping, on: 1, [UInt8](repeating: 0, count: 8)),
            ]),
        h2(
            "F15", "has trailers, and gives the connection up (HTTP/2)", .answers(200),
            [
                "trailers": HTTP2Frame.goAway(last: 1) + HTTP2Frame.head + HTTP2Frame.part
                    + HTTP2Frame.make(HTTP2Frame.headers, 5, on: 1, HTTP2Frame.field("x-sum", "1"))
            ]),
    ].flatMap(\.self)

    private static let cut: [MisbehaviourCase] = [
        h2(
            "F04", "resets inside of a body (HTTP/2)", .fails("truncated/receive"),
            [
                "NO_ERROR": HTTP2Frame.head + HTTP2Frame.part + HTTP2Frame.reset(0),
                "INTERNAL_ERROR": HTTP2Frame.head + HTTP2Frame.part + HTTP2Frame.reset(2),
                "REFUSED_STREAM": HTTP2Frame.head + HTTP2Frame.part + HTTP2Frame.reset(7),
                "CANCEL": HTTP2Frame.head + HTTP2Frame.part + HTTP2Frame.reset(8),
            ]),
        h2(
            "F08", "gives the connection up inside of a body (HTTP/2)", .fails("truncated/receive"),
            [
                "ENHANCE_YOUR_CALM": HTTP2Frame.head + HTTP2Frame.part
                    + HTTP2Frame.goAway(last: 1, code: 11, "too_many_pings"),
                "INTERNAL_ERROR": HTTP2Frame.head + HTTP2Frame.part
                    + HTTP2Frame.goAway(last: 0x7FFF_FFFF, code: 2),
            ]),
        h2(
            "F10", "closes inside of a body (HTTP/2)", .fails("truncated/receive"),
            [
                "close": HTTP2Frame.head + HTTP2Frame.part,
                "goaway": HTTP2Frame.head + HTTP2Frame.part + HTTP2Frame.goAway(last: 1),
            ], stays: false),
        h2(
            "F16", "resets before the head (HTTP/2)", .fails("connectionLost/wait"),
            [
                "NO_ERROR": HTTP2Frame.reset(0), "INTERNAL_ERROR": HTTP2Frame.reset(2),
                "CANCEL": HTTP2Frame.reset(8),
            ], body: nil),
    ].flatMap(\.self)

    private static let broken: [MisbehaviourCase] = [
        violations.flatMap {
            h2(
                "F06", "breaks the rules inside of a body (HTTP/2)", .fails("protocol/receive"),
                [
                    $0: HTTP2Frame.head + HTTP2Frame.part + $1
                ])
        },
        h2(
            "F09", "sends another length than it said (HTTP/2)", .fails("protocol/receive"),
            [
                "short": HTTP2Frame.make(
                    HTTP2Frame.headers, 4, on: 1, HTTP2Frame.ok + HTTP2Frame.field(28, "9")) + HTTP2Frame.part
                    + HTTP2Frame.end
            ], closes: false),
        h2(
            "F11", "has a status that is none (HTTP/2)", .fails("protocol/wait"),
            [
                "099": HTTP2Frame.make(HTTP2Frame.headers, 4, on: 1, HTTP2Frame.field(8, "099"))
            ], body: "", saysHead: false),
        h2(
            "F12", "says HTTP/2 and speaks HTTP/1.1", .fails("protocol/wait"),
            [
                "answer": Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
            ], body: nil),
        violations.flatMap {
            h2(
                "F13", "breaks the rules before the head (HTTP/2)", .fails("protocol/wait"), [$0: $1],
                body: nil)
        },
    ].flatMap(\.self)

    /// Frames that no server may send.
    private static let violations: KeyValuePairs<String, [UInt8]> = [
        "PING with a stream": HTTP2Frame.make(HTTP2Frame.ping, on: 1, [UInt8](repeating: 0, count: 8)),
        "PING of 1 byte": HTTP2Frame.make(HTTP2Frame.ping, on: 0, [0]),
        "SETTINGS of 3 bytes": HTTP2Frame.make(HTTP2Frame.settings, on: 0, [0, 0, 0]),
        "DATA without a stream": HTTP2Frame.make(HTTP2Frame.data, on: 0, [1]),
        "noise": [UInt8](repeating: 0xAB, count: 64),
        "bad HPACK": HTTP2Frame.make(HTTP2Frame.headers, 5, on: 1, [UInt8](repeating: 0xFF, count: 8)),
        "DATA that is too large": HTTP2Frame.make(
            HTTP2Frame.data, on: 1, [UInt8](repeating: 0x78, count: 20000)),
        "WINDOW_UPDATE by 0": HTTP2Frame.windowUpdate(by: 0, on: 0),
        "WINDOW_UPDATE over the limit": HTTP2Frame.windowUpdate(by: 0x7FFF_FFFF, on: 0)
            + HTTP2Frame.windowUpdate(by: 0x7FFF_FFFF, on: 0),
        "RST_STREAM of 1 byte": HTTP2Frame.make(HTTP2Frame.reset, on: 1, [0]),
        "CONTINUATION alone": HTTP2Frame.make(HTTP2Frame.continuation, 4, on: 1, HTTP2Frame.ok),
        "PUSH_PROMISE": HTTP2Frame.make(HTTP2Frame.pushPromise, 4, on: 1, [0, 0, 0, 2] + HTTP2Frame.ok),
        "PRIORITY of 1 byte": HTTP2Frame.make(HTTP2Frame.priority, on: 1, [0]),
        "padding over the length": HTTP2Frame.make(HTTP2Frame.data, 8, on: 1, [200, 1]),
    ]

    /// Returns cases of a server that sends frames after a request, and keeps the connection open or closes it.
    private static func h2(
        _ id: String, _ does: String, _ verdict: Verdict, _ replies: KeyValuePairs<String, [UInt8]>,
        stays: Bool = true, closes: Bool = true, body: String? = "part",
        saysHead: Bool = true
    ) -> [MisbehaviourCase] {
        replies.flatMap { name, bytes in
            let endings = (stays ? [FrameServer.Reply.sends(bytes)] : []) + (closes ? [.ends(bytes)] : [])
            return endings.map { reply in
                var row = MisbehaviourCase(
                    id: "bad-" + id, does: does, source: .frames(name, reply), verdict: verdict)
                row.body = body
                if saysHead { row.hasHead = body != nil }
                if case .ends = reply, case .fails(let label) = verdict, body != nil {
                    row.change = Change(
                        since: CurlVersion(8, 22), verdict: .failsAs([label, "connectionLost/receive"]),
                        fate: .either,
                        reason: "libcurl may drop what has come where it cannot send any more")
                }
                return row
            }
        }
    }
}

import ClientEngine
import InspectorCanvas
import InspectorValues

/// The last answer to a saved request, and the durations that are usual for it.
///
/// ```
/// last  ✓ 200 OK · 292 B · application/json · 44 ms · 2026-11-25 10:02
///       sent 14 times, usually 40–90 ms, 2 failed
///
/// last  ✗ timeout/wait · 5.00 s · 2026-11-25 10:02
///       no byte of the answer within 5 s
///       sent once, 1 failed
/// ```
struct EarlierCallsLines {
    let state: State

    init(_ state: State) { self.state = state }

    /// The lines; none where nothing is known.
    var lines: [StyledText] {
        guard let calls = state.saved.preview.calls else { return [] }
        let below = [reason(calls.last), usual(calls)].filter { $0.width > 0 }
        return [lastLine(calls.last)] + below.map { StyledText(.blanks(Self.indent)) + $0 }
    }

    private static let indent = 6

    private var glyphs: Glyphs { state.settings.glyphs }

    private func lastLine(_ task: TaskRecord) -> StyledText {
        let date = task.origin.date
        let seconds = state.settings.secondsFromGMT
        let time = date.clockText(secondsFromGMT: seconds).dropLast(3)
        let when = "\(date.dayText(secondsFromGMT: seconds)) \(time)"
        let parts =
            outcome(of: task)
            + [
                StyledText(DisplayText(untrusted: task.elapsed(now: task.created).shortText)),
                StyledText(DisplayText(untrusted: when), .muted),
            ]
        var text =
            StyledText(DisplayText("last").padded(to: Self.indent), .muted) + task.glyph(glyphs)
            + StyledText(" ")
        for (index, part) in parts.filter({ $0.width > 0 }).enumerated() {
            if index > 0 { text.append(" \(glyphs.dot) ", .muted) }
            text = text + part
        }
        return text
    }

    /// The answer, or what went wrong.
    private func outcome(of task: TaskRecord) -> [StyledText] {
        if let error = task.error { return [StyledText(DisplayText(untrusted: error.label), .bad.bold)] }
        guard let exchange = task.lastExchange, let head = exchange.head else { return [task.statusText] }
        let type = head.headers["Content-Type"].map { MediaType($0).essence } ?? ""
        return [
            StyledText("\(head.status) \(untrusted: head.reason)", Style.status(head.status).bold),
            tests(of: task),
            StyledText(DisplayText(untrusted: exchange.bodySize.byteText)),
            StyledText(DisplayText(untrusted: type)),
        ]
    }

    /// The reason why there was no answer; empty where there was one.
    private func reason(_ task: TaskRecord) -> StyledText {
        StyledText(DisplayText(untrusted: task.error?.message ?? ""), .bad)
    }

    private func tests(of task: TaskRecord) -> StyledText {
        let failed = task.testResults.count(where: \.isFailure)
        return failed == 0
            ? StyledText() : StyledText("\(untrusted: failed.of("assertion")) failed", .bad.bold)
    }

    private func usual(_ calls: EarlierCalls) -> StyledText {
        var facts = ["sent \(calls.count == 1 ? "once" : "\(calls.count.grouped) times")"]
        if let usual = calls.usual { facts.append(usual.text(dash: glyphs.none.string)) }
        if calls.failed > 0 { facts.append("\(calls.failed.grouped) failed") }
        return StyledText(DisplayText(untrusted: facts.joined(separator: ", ")), .muted)
    }
}

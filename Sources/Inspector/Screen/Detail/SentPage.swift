import ClientEngine
import ClientEngineRecording
import InspectorCanvas
import InspectorValues

/// The request as it was sent: the head as it went on the wire, and the body.
struct SentPage {
    let state: State
    let task: TaskRecord

    /// A body is shown up to here; the rest is counted.
    private static let bodyLimit = 64 * 1_024

    var lines: [StyledText] {
        let exchanges = state.shownAttempt?.exchanges ?? []
        guard !exchanges.isEmpty else { return given + hiding }
        var lines: [StyledText] = []
        for exchange in exchanges {
            if exchanges.count > 1 { lines.append(Self.title(of: exchange)) }
            if exchange.requestHead.isEmpty {
                if exchanges.count == 1 { return given }
                lines.append(
                    StyledText(
                        "\(untrusted: exchange.start.method.rawValue) \(untrusted: exchange.start.url.text)"))
            } else {
                lines += head(exchange.requestHead)
            }
            lines += body(exchange.start.body)
            if exchanges.count > 1 { lines.append(StyledText()) }
        }
        return edited + lines + hiding
    }

    /// The remark that what went out is not what the program has sent.
    private var edited: [StyledText] {
        guard task.isRequestEdited else { return [] }
        return [StyledText("edited by hand before it went out", .warn), StyledText()]
    }

    /// The remark that secrets are hidden, where some are.
    private var hiding: [StyledText] {
        guard !state.detail.showsSecrets else { return [] }
        let heads = state.shownAttempt?.exchanges.map { DisplayText.lines(untrusted: $0.requestHead) } ?? []
        let sent = heads.joined().dropFirst().contains { Self.mask(String($0.string)) != nil }
        let given = task.origin.request.headers.contains { Self.mask("\($0.name): \($0.value)") != nil }
        guard sent || given else { return [] }
        return [StyledText(), StyledText("secrets are hidden; : and “show the secrets” shows them", .muted)]
    }

    /// A line of a head without its secret; nil where secrets are shown.
    private func mask(_ line: String) -> (name: String, value: String)? {
        state.detail.showsSecrets ? nil : Self.mask(line)
    }

    /// A line of a head without its secret; nil where it holds none.
    static func mask(_ line: String) -> (name: String, value: String)? {
        guard let (name, value) = line.cut(at: ":") else { return nil }
        let before = value.drop { $0 == " " }
        var redaction = Redaction()
        let after = redaction.value(ofHeader: String(name), String(before))
        guard redaction.count > 0 else { return nil }
        return (String(name), before.commonPrefix(with: after) + "••••")
    }

    private static func title(of exchange: ExchangeRecord) -> StyledText {
        let title = StyledText("exchange \(exchange.number)", .title)
        guard let reason = exchange.start.reason, reason.isRepetition else { return title }
        return title
            + StyledText(", \(untrusted: reason.repetitionTitle): \(untrusted: reason.description)", .warn)
    }

    /// The request as it was given, for want of bytes on the wire.
    private var given: [StyledText] {
        let request = task.origin.request
        let note: DisplayText =
            task.isMocked ? "as it was given; a mock answered" : "as it was given; nothing went out"
        var line = StyledText(
            DisplayText(untrusted: request.method.rawValue), .method(request.method.rawValue))
        line.append(" \(untrusted: task.origin.urlText)")
        let fields = request.headers.map { field in
            mask("\(field.name): \(field.value)").map(Self.line) ?? HeadersPage.line(field)
        }
        return [StyledText(note, .muted), line] + fields + body(request.body)
    }

    private static func line(_ field: (name: String, value: String)) -> StyledText {
        StyledText("\(untrusted: field.name): \(untrusted: field.value)")
    }

    private func head(_ bytes: [UInt8]) -> [StyledText] {
        let lines = DisplayText.lines(untrusted: bytes)
        return lines.enumerated().compactMap { index, line in
            if line.isEmpty { return nil }
            if index == 0 { return StyledText(line, .plain.bold) }
            return mask(line.string).map(Self.line) ?? StyledText(line)
        }
    }

    private func body(_ body: Body) -> [StyledText] {
        if task.droppedRequestBody != nil {
            return [StyledText(), StyledText("\(untrusted: state.sentenceOfMissingBody)", .muted)]
        }
        return Self.lines(of: body)
    }

    private static func lines(of body: Body) -> [StyledText] {
        switch (body.content, body.bytes) {
        case (.none, _): return []
        case (_, nil): return [StyledText(), StyledText("\(untrusted: body.description)", .muted)]
        case (_, let bytes?):
            var lines = [StyledText()]
            lines += DisplayText.lines(untrusted: bytes.prefix(bodyLimit)).map { StyledText($0) }
            if bytes.count > bodyLimit {
                let rest = (bytes.count - bodyLimit).byteText
                lines.append(StyledText("and \(untrusted: rest) more", .muted))
            }
            return lines
        }
    }
}

extension Substring {
    fileprivate func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }
}

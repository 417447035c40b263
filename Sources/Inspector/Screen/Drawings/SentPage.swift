import ClientEngine
import InspectorCanvas

/// The request as it was sent: the head as it went on the wire, and the body.
struct SentPage {
    private let state: State
    private let task: TaskRecord

    /// A body is shown up to here; the rest is counted.
    private static let bodyLimit = 64 * 1_024

    init(_ state: State, task: TaskRecord) {
        self.state = state
        self.task = task
    }

    var lines: [StyledText] {
        let exchanges = state.shownAttempt?.exchanges ?? []
        guard !exchanges.isEmpty else { return given }
        var lines: [StyledText] = []
        for exchange in exchanges {
            if exchanges.count > 1 { lines.append(Self.title(of: exchange)) }
            if exchange.requestHead.isEmpty {
                if exchanges.count == 1 { return given }
                lines.append(
                    StyledText(
                        "\(untrusted: exchange.start.method.rawValue) \(untrusted: exchange.start.url.text)"))
            } else {
                lines += Self.head(exchange.requestHead)
            }
            lines += body(exchange.start.body)
            if exchanges.count > 1 { lines.append(StyledText()) }
        }
        return lines
    }

    private static func title(of exchange: ExchangeRecord) -> StyledText {
        let title = StyledText("exchange \(exchange.number)", .title)
        guard let reason = exchange.start.reason, reason.isRepetition else { return title }
        return title
            + StyledText(", \(untrusted: reason.repetitionTitle): \(untrusted: reason.sentence)", .warn)
    }

    /// The request as it was given, for want of bytes on the wire.
    private var given: [StyledText] {
        let request = task.origin.request
        let note: DisplayText =
            task.isMocked ? "as it was given; a mock answered" : "as it was given; nothing went out"
        var line = StyledText(
            DisplayText(untrusted: request.method.rawValue), .method(request.method.rawValue))
        line.append(" \(untrusted: task.origin.url?.text ?? request.url)")
        return [StyledText(note, .muted), line] + request.headers.map(HeadersPage.line)
            + body(request.body)
    }

    private static func head(_ bytes: [UInt8]) -> [StyledText] {
        let lines = DisplayText.lines(untrusted: bytes)
        return lines.enumerated().compactMap { index, line in
            line.isEmpty ? nil : StyledText(line, index == 0 ? .plain.bold : .plain)
        }
    }

    private func body(_ body: Body) -> [StyledText] {
        if task.droppedRequestBody != nil {
            let sentence = KeptBodies.sentence(limit: state.settings.keptBodies)
            return [StyledText(), StyledText("\(untrusted: sentence)", .muted)]
        }
        return Self.lines(of: body)
    }

    private static func lines(of body: Body) -> [StyledText] {
        switch (body.content, body.bytes) {
        case (.none, _): return []
        case (_, nil): return [StyledText(), StyledText("\(untrusted: body.summary)", .muted)]
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

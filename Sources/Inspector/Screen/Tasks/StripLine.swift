import InspectorCanvas

/// The live strip: what the shown tasks add up to, and the filter that chose them.
///
/// ```
/// 12/s  err 4.1%  retry 6.0%  p50 38ms  p95 412ms  p99 1.20s  last minute .:|#:.   /status:>=400  14/212
/// ```
struct StripLine {
    /// A figure; where there is no room the one that matters least goes first.
    private struct Part {
        var text: StyledText
        var importance: Int
    }

    let state: State

    init(_ state: State) { self.state = state }

    func draw(in rect: Rect, into frame: inout Frame) {
        guard rect.height > 0 else { return }
        let hits = hits
        let filter = filter.truncated(
            to: max(0, rect.width / 2 - hits.width), ellipsis: state.settings.glyphs.ellipsis)
        let right = filter + hits
        frame.put(right, at: rect.point(x: rect.width - right.width - 1))
        frame.put(figures(width: rect.width - right.width - 4), at: rect.point(x: 1))
    }

    // MARK: Figures

    /// The number of tasks from which on a rate, percentiles and the last minute are shown.
    private static let smallestCrowd = 5

    private func figures(width: Int) -> StyledText {
        var parts = parts
        while text(of: parts).width > width,
            let least = parts.indices.min(by: { parts[$0].importance < parts[$1].importance })
        {
            parts.remove(at: least)
        }
        return text(of: parts)
    }

    private func text(of parts: [Part]) -> StyledText {
        var text = StyledText()
        for part in parts {
            if text.width > 0 { text.append("  ") }
            text = text + part.text
        }
        return text
    }

    private var parts: [Part] {
        let statistics = state.list.statistics
        var parts: [Part] = []
        // A rate and percentiles of a few tasks mean nothing.
        let isMany = state.tasks.count >= Self.smallestCrowd
        if let errors = statistics.errorRate, let retries = statistics.retryRate {
            if isMany { parts.append(Part(text: StyledText(rate), importance: 6)) }
            parts.append(Part(text: share("err", errors, .bad), importance: 5))
            if isMany { parts.append(Part(text: share("retry", retries, .warn), importance: 2)) }
        }
        for (percent, importance) in [(50, 3), (95, 4), (99, 0)] where isMany {
            guard let duration = statistics.percentile(percent) else { continue }
            let text = labelled("p\(percent)", "\(untrusted: duration.shortText)", .plain)
            parts.append(Part(text: text, importance: importance))
        }
        if state.tasks.bodies.dropped > 0 {
            let text = labelled("bodies dropped", "\(state.tasks.bodies.dropped)", .warn)
            parts.append(Part(text: text, importance: 5))
        }
        let minute = statistics.lastMinute(in: 12, before: state.now)
        if isMany, minute.contains(where: { $0 > 0 }) {
            let bars = Sparkline(ramp: state.settings.glyphs.ramp).text(minute)
            parts.append(Part(text: labelled("last minute", bars, .accent), importance: 1))
        }
        return parts
    }

    private var rate: DisplayText {
        let rate = state.list.statistics.rate(before: state.now)
        return "\(untrusted: rate.digits(rate < 9.95 ? 1 : 0))/s"
    }

    private func share(_ name: DisplayText, _ share: Double, _ role: Role) -> StyledText {
        let text = (share * 100).digits(share > 0 && share < 0.0995 ? 1 : 0) + "%"
        return labelled(name, "\(untrusted: text)", share > 0 ? Style(role).bold : .plain)
    }

    private func labelled(_ name: DisplayText, _ value: DisplayText, _ style: Style) -> StyledText {
        StyledText("\(name) ", .muted) + StyledText(value, style)
    }

    // MARK: Filter

    private var filter: StyledText {
        let filter = state.list.filter
        guard !filter.text.isEmpty else { return StyledText() }
        let text = StyledText("/\(untrusted: filter.text)", filter.isOn ? .accent : .muted)
        return filter.isOn ? text : text + StyledText(" off", .warn)
    }

    private var hits: StyledText {
        let total = state.tasks.count
        guard !state.list.filter.text.isEmpty else {
            return StyledText("\(untrusted: total.of("task"))", .muted)
        }
        let undecided = state.list.filter.undecided.count
        let shown = StyledText("  \(state.briefHitText)")
        return undecided == 0 ? shown : shown + StyledText(" \(undecided) undecided", .warn)
    }
}

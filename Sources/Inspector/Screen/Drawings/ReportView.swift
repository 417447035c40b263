import InspectorCanvas
import InspectorValues

/// A text to read; what was removed and added is marked by a sign before it is by a colour.
struct ReportView {
    private let state: State
    private let report: Report

    init(_ state: State, report: Report) {
        self.state = state
        self.report = report
    }

    func draw(in rect: Rect, into frame: inout Frame) {
        let rest = frame.section(
            DisplayText(untrusted: report.title), right: position, in: rect, glyphs: glyphs)
        for (row, index) in report.scroll.visible.enumerated() where report.lines.indices.contains(index) {
            frame.line(
                text(report.lines[index]), at: rest.point(x: 1, y: row), width: rest.width - 2, glyphs: glyphs
            )
        }
    }

    private var glyphs: Glyphs { state.settings.glyphs }

    private var position: DisplayText {
        let shown = report.scroll.visible
        return shown.count < report.lines.count ? "\(shown.upperBound)/\(report.lines.count)" : ""
    }

    private func text(_ line: Report.Line) -> StyledText {
        switch line.kind {
        case .same: StyledText("  \(untrusted: line.text)")
        case .removed: StyledText("- \(untrusted: line.text)", .bad)
        case .added: StyledText("+ \(untrusted: line.text)", .good)
        }
    }
}

import InspectorCanvas
import InspectorValues

/// A report to read: a difference, or what was not carried over.
struct ReportOverlay: Overlay {
    private let report: Report
    private var scroll = ScrollState()

    static let places: [Place] = [.report]
    var coversPanes: Bool { true }
    var neededHeight: Int? { report.lines.count }

    init(_ report: Report) {
        self.report = report
    }

    mutating func move(_ motion: Motion, in state: inout State) { scroll.scroll(motion) }

    mutating func fit(_ state: State, _ layout: Layout) {
        scroll.resize(count: report.lines.count, height: layout.overlayRoom.height - 1)
    }

    func draw(_ state: State, _ layout: Layout, into frame: inout Frame) {
        let glyphs = state.settings.glyphs
        let (lines, shown) = (report.lines, scroll.visible)
        let position: DisplayText = shown.count < lines.count ? "\(shown.upperBound)/\(lines.count)" : ""
        let rest = frame.section(
            DisplayText(untrusted: report.title), right: position, in: layout.overlay, glyphs: glyphs)
        for (row, index) in shown.enumerated() where lines.indices.contains(index) {
            frame.line(
                lines[index].styled, at: rest.point(x: 1, y: row), width: rest.width - 2, glyphs: glyphs)
        }
    }
}

extension Place {
    static let report = Place("report", .list, titled: "")
}

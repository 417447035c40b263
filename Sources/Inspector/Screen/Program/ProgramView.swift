import InspectorCanvas
import InspectorValues

/// The output of the watched program: a title that says how it is, and its last lines.
struct ProgramView {
    let state: State
    let program: ProgramState

    func draw(in rect: Rect, into frame: inout Frame) {
        let rest = frame.section(
            title, right: right, in: rect, glyphs: state.settings.glyphs,
            isFocused: state.focus == .output && state.overlays.isEmpty)
        let columns = max(1, rest.width - 2)
        let rows = rows(columns: columns, height: rest.height)
        for (row, text) in rows.enumerated() {
            frame.put(text, at: rest.point(x: 1, y: row), width: columns)
        }
    }

    /// The rows up to the last one to show, as many as there is room for.
    private func rows(columns: Int, height: Int) -> [StyledText] {
        var rows: [StyledText] = []
        var line = program.shownLine
        while rows.count < height, program.output.lines.contains(line) {
            rows = program.output.pieces(of: line, columns: columns) + rows
            line -= 1
        }
        return rows.suffix(height)
    }

    private var title: DisplayText {
        "OUTPUT  \(untrusted: program.command.joined(separator: " "))"
    }

    private var right: DisplayText {
        let missed: DisplayText = program.missed > 0 ? "\(untrusted: program.missed.byteText) missed  " : ""
        let position: DisplayText =
            program.isFollowing ? "" : "line \(program.shownLine + 1) of \(program.output.lines.upperBound)  "
        return missed + position + condition
    }

    private var condition: DisplayText {
        switch program.stage {
        case .starting: "starting"
        case .running(let process): "running, pid \(Int(process))"
        case .ended(let status, _):
            status > 128 ? "ended by signal \(Int(status) - 128)" : "ended with \(Int(status))"
        }
    }
}

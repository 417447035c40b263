import ClientEngine
import ClientEngineRecording
import InspectorCanvas
import InspectorValues

/// The test results of the response: assertions, captures, and what was not run.
struct TestsPage {
    let state: State
    let task: TaskRecord

    var lines: [StyledText] {
        guard !task.testResults.isEmpty else { return nothing }
        return summary + task.testResults.flatMap(lines)
    }

    private var glyphs: Glyphs { state.settings.glyphs }

    private var summary: [StyledText] {
        guard let text = task.assertionsText else { return [] }
        let style = task.hasFailedTests ? Style.bad : .good
        return [StyledText("\(untrusted: text)", style.bold), StyledText()]
    }

    private func lines(of finding: TestResult) -> [StyledText] {
        // Of a script the first line; what stands below it is only hinted at.
        let parts = finding.text.split(maxSplits: 1, whereSeparator: \.isNewline)
        let text = DisplayText(untrusted: parts.first ?? "") + (parts.count > 1 ? " \(glyphs.ellipsis)" : "")
        switch finding.outcome {
        case .passed:
            return [StyledText("\(glyphs.succeeded) ", .good) + StyledText(text)]
        case .failed(let actual):
            return [
                StyledText("\(glyphs.failed) ", .bad.bold) + StyledText(text, .bad),
                StyledText("    \(untrusted: actual)"),
            ]
        case .notRun(let reason):
            return [
                StyledText("\(glyphs.none) ", .warn) + StyledText("not run: ", .warn) + StyledText(text),
                StyledText("    \(untrusted: reason)", .muted),
            ]
        case .noted(let note):
            return [StyledText("  ") + StyledText(DisplayText(untrusted: note), .muted)]
        }
    }

    private var nothing: [StyledText] {
        guard task.state.isFinished else {
            return [StyledText("Assertions are checked when the response is there.", .muted)]
        }
        return [
            StyledText("Nothing is asserted about this response.", .muted), StyledText(),
            StyledText("In the file, before the request line:", .muted),
            StyledText("# @assert status == 200", .key),
            StyledText("# @assert body.items[0].id exists", .key),
            StyledText("# @capture token = body.token", .key),
        ]
    }
}

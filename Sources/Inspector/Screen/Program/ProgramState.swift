import InspectorCanvas
import InspectorValues

/// The program whose requests are watched, and what it has written.
package struct ProgramState: Equatable, Sendable {
    enum Stage: Equatable, Sendable {
        case starting
        case running(process: Int32)
        /// The status that a shell would tell, and the number that it had.
        case ended(status: Int32, process: Int32)
    }

    /// The words of its command line.
    let command: [String]
    /// The variables that lead it here, and where what is asked there goes.
    let variables: [String]
    private(set) var stage = Stage.starting
    package private(set) var output = TerminalText()
    /// The bytes that came faster than they were taken.
    private(set) var missed = 0
    var isShown = true
    /// The last line in sight; nil follows the newest.
    private(set) var lastLine: Int?

    package init(command: [String], variables: [String]) {
        self.command = command
        self.variables = variables
    }

    /// Its name, without the folders before it.
    var name: String { command.first?.fileName ?? "" }

    var isRunning: Bool { if case .ended = stage { false } else { true } }

    package mutating func apply(_ news: ProgramNews) {
        switch (news, stage) {
        case (.started(let process), .starting): stage = .running(process: process)
        case (.ended(let status), .running(let process)): stage = .ended(status: status, process: process)
        case (.wrote(let news), _):
            missed += news.missed
            if news.missed > 0 { output.resynchronize() }
            output.write(news.bytes)
        case (.started, _), (.ended, _), (.refused, _): break
        }
    }

    // MARK: Scrolling

    var isFollowing: Bool { lastLine == nil }

    /// The last line to show: the newest, or the one that was scrolled to, as long as it is there.
    var shownLine: Int {
        let lines = output.lines
        let newest = max(lines.lowerBound, lines.upperBound - 1)
        return lastLine.map { min(max($0, lines.lowerBound), newest) } ?? newest
    }

    mutating func scroll(_ motion: Motion, page: Int) {
        switch motion {
        case .up: scroll(by: -1)
        case .down: scroll(by: 1)
        case .pageUp: scroll(by: -page)
        case .pageDown: scroll(by: page)
        case .first: lastLine = min(output.lines.lowerBound + page - 1, output.lines.upperBound - 1)
        case .last: lastLine = nil
        case .left, .right: break
        }
    }

    mutating func scroll(by count: Int) {
        let line = shownLine + count
        lastLine = line >= output.lines.upperBound - 1 ? nil : max(line, output.lines.lowerBound)
    }
}

/// A demand on the watched program.
package enum ProgramEffect: Equatable, Sendable {
    /// Says how many columns and lines of its output are in sight.
    case resize(columns: Int, lines: Int)
    case end
}

import Testing

@testable import ClientEngine

@Suite("Lines of tasks that wait", .timeLimit(.minutes(1)))
struct WaitingLinesTests {
    private static let count = 100_000

    private func lines(of tasks: Range<Int>) -> WaitingLines<String> {
        var lines = WaitingLines<String>()
        for task in tasks { lines.append(task, "\(task)", .normal) }
        return lines
    }

    private func rest(of lines: WaitingLines<String>) -> [Int] {
        var (lines, tasks) = (lines, [Int]())
        while let next = lines.popFirst() {
            #expect(next.content == "\(next.task)")
            tasks.append(next.task)
        }
        #expect(lines.isEmpty)
        return tasks
    }

    @Test("the more urgent come first, and among equals who came first")
    func order() {
        var lines = WaitingLines<String>()
        for (task, priority) in [
            (1, Request.Priority.low), (2, .normal), (3, .high), (4, .normal), (5, .high),
        ] {
            lines.append(task, "\(task)", priority)
        }
        #expect(rest(of: lines) == [3, 5, 2, 4, 1])
    }

    @Test("who leaves and comes again is last, and has one place")
    func again() {
        var lines = lines(of: 0..<4)
        #expect(lines.remove(1) == "1")
        #expect(lines.remove(1) == nil)
        lines.append(1, "1", .normal)
        #expect(rest(of: lines) == [0, 2, 3, 1])
    }

    @Test("a hundred thousand leave from anywhere, as from the end, without a search for each")
    func leaving() {
        var lines = lines(of: 0..<Self.count)
        for task in stride(from: Self.count - 1, through: 0, by: -1) where task % 1_000 != 0 {
            #expect(lines.remove(task) != nil)
        }
        #expect(rest(of: lines) == Array(stride(from: 0, to: Self.count, by: 1_000)))
    }

    @Test("tasks that come and go after one that stays leave no gaps")
    func passing() {
        var lines = lines(of: 0..<1)
        for task in 1...Self.count {
            lines.append(task, "\(task)", .normal)
            #expect(lines.remove(task) != nil)
            #expect(lines.length <= 128)
        }
        #expect(rest(of: lines) == [0])
    }
}

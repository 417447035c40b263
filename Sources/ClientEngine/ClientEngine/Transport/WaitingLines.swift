internal import EngineSupport

/// The tasks that wait for their turn, in a line for each priority, each with what its turn needs.
///
/// A task that leaves a line leaves a gap there, which is skipped later.
struct WaitingLines<Content> {
    private struct Place {
        let number: Int
        let content: Content
        let priority: Request.Priority
    }

    private typealias Line = MovingQueue<(task: TaskID, number: Int)>

    private var places: [TaskID: Place] = [:]
    private let lines = Dictionary(uniqueKeysWithValues: Request.Priority.allCases.map { ($0, Line()) })
    private var lastNumber = 0

    var isEmpty: Bool { places.isEmpty }

    /// The length of all lines, gaps included.
    var length: Int { lines.values.reduce(0) { $0 + $1.count } }

    /// Puts a task at the end of a line.
    mutating func append(_ task: TaskID, _ content: Content, _ priority: Request.Priority) {
        lastNumber += 1
        places[task] = Place(number: lastNumber, content: content, priority: priority)
        lines[priority]?.append((task, lastNumber))
    }

    /// Takes a task out of its line; returns nil if it is in none.
    @discardableResult
    mutating func remove(_ task: TaskID) -> Content? {
        guard let place = places.removeValue(forKey: task) else { return nil }
        // In lines that do not move, gaps would else heap up.
        if length > 2 * places.count + 64 { lines.values.forEach(closeGaps) }
        return place.content
    }

    /// Takes out who is first in the most urgent line.
    mutating func popFirst() -> (task: TaskID, content: Content)? {
        guard !isEmpty else { return nil }
        for priority in Request.Priority.allCases.reversed() {
            while let next = lines[priority]?.popFirst() {
                guard let place = places[next.task], place.number == next.number else { continue }
                places[next.task] = nil
                return (next.task, place.content)
            }
        }
        return nil
    }

    private func closeGaps(in line: Line) {
        for _ in 0..<line.count {
            guard let next = line.popFirst() else { return }
            if places[next.task]?.number == next.number { line.append(next) }
        }
    }
}

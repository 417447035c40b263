import ClientEngine
import InspectorTaskFilter
import InspectorValues

/// By what the list is sorted.
struct TaskOrder: Equatable, Sendable {
    enum Key: String, CaseIterable, Sendable {
        case number, status, method, path, host, request
        case total = "total time"
        case firstByte = "first byte"
        case size = "bytes"

        var name: String { rawValue }

        /// Indicates whether the largest come first: of measured values, they are looked for.
        fileprivate var isDescending: Bool { [.total, .firstByte, .size, .status].contains(self) }
    }

    var key = Key.number
    var isReversed = false

    /// Indicates whether a heading stands above the tasks that have the same in common.
    var isGrouped: Bool { key == .host || key == .request }
    /// Indicates whether tasks stand in the order in which they were asked for.
    var isNatural: Bool { key == .number && !isReversed }
    /// Indicates whether the largest stand above.
    var isDescending: Bool { key.isDescending != isReversed }

    /// Sorts by something else; the other way round, if it is that already.
    mutating func sort(by key: Key) {
        isReversed = self.key == key && !isReversed
        self.key = key
    }

    /// The order as words go on after "sorted by"; nil for the natural one.
    var text: String? {
        isNatural ? nil : isReversed ? "\(key.name), reversed" : key.name
    }

    /// The value that decides about the place of a task.
    struct Rank: Equatable, Sendable {
        /// The value of live tasks, which is not known yet: they stand below, in their own order.
        fileprivate var isLive: Bool
        fileprivate(set) var text = ""
        fileprivate var number: Int64 = 0
        var id: TaskID
    }

    func rank(of task: TaskSummary) -> Rank {
        var rank = Rank(isLive: false, id: task.id)
        switch key {
        case .number: break
        case .total:
            rank.isLive = task.end == nil
            rank.number = task.end == nil ? 0 : task.elapsed(now: task.created).nanoseconds
        case .firstByte: rank.number = task.timeToFirstByte?.nanoseconds ?? -1
        case .size: rank.number = Int64(task.bodySize ?? -1)
        case .status: rank.number = Int64(task.status?.rawValue ?? task.errorKind.map { _ in 1_000 } ?? 0)
        case .method: rank.text = task.asked.request.method.rawValue
        case .path: rank.text = task.asked.path
        case .host: rank.text = task.asked.url?.hostText ?? ""
        case .request: rank.text = "\(task.asked.path) \(task.asked.request.method.rawValue)"
        }
        return rank
    }

    /// Returns whether one stands above another.
    func precedes(_ left: Rank, _ right: Rank) -> Bool {
        if left.isLive != right.isLive { return right.isLive }
        if left.number != right.number { return (left.number < right.number) != isDescending }
        if left.text != right.text { return (left.text < right.text) != isDescending }
        return (left.id < right.id) != (key == .number && isDescending)
    }
}

extension ResolvedRequest {
    fileprivate var path: String { url?.path ?? request.url }
}

/// Finds what belongs to a task by the number of the task.
///
/// Tasks are numbered one after the other, so that the lowest bits of a number say where to look: nothing is hashed.
struct TaskTable<Value> {
    /// The numbers at their places, or behind them where others were there before.
    private var ids = [TaskID](repeating: .min, count: 16)
    private var places = [Value?](repeating: nil, count: 16)
    private(set) var count = 0
    /// The number of those that stand behind their places: mostly nobody does, as numbers follow each other.
    private var displaced = 0
    /// The number of no task.
    private static var none: TaskID { .min }

    /// The value of a task; nil takes it away.
    subscript(id: TaskID) -> Value? {
        get {
            let place = place(of: id)
            return ids[place] == id ? places[place] : nil
        }
        set {
            if let newValue { insert(newValue, for: id) } else { removeValue(for: id) }
        }
    }

    /// The values of all tasks, in no order.
    var values: [Value] { places.compactMap { $0 } }

    /// Takes away what belongs to a task, and returns it.
    @discardableResult
    mutating func removeValue(for id: TaskID) -> Value? {
        let place = place(of: id)
        guard ids[place] == id else { return nil }
        let removed = places[place].take()
        if place != home(of: id) { displaced -= 1 }
        ids[displaced > 0 ? moveUp(to: place) : place] = Self.none
        count -= 1
        return removed
    }

    /// Has those move up who gave way to what was at a place, or to others who did; returns the place that is left.
    private mutating func moveUp(to place: Int) -> Int {
        var hole = place
        var next = after(hole)
        while ids[next] != Self.none {
            if distance(from: ids[next], to: next) >= distance(from: hole, to: next) {
                ids[hole] = ids[next]
                places.swapAt(hole, next)
                if hole == home(of: ids[hole]) { displaced -= 1 }
                hole = next
            }
            next = after(next)
        }
        return hole
    }

    private mutating func insert(_ value: Value, for id: TaskID) {
        if 2 * count > ids.count { grow() }
        let place = place(of: id)
        if ids[place] != id {
            count += 1
            if place != home(of: id) { displaced += 1 }
        }
        ids[place] = id
        places[place] = value
    }

    private mutating func grow() {
        var larger = TaskTable()
        larger.ids = Array(repeating: Self.none, count: 2 * ids.count)
        larger.places = Array(repeating: nil, count: 2 * ids.count)
        for (id, value) in zip(ids, places) { if let value { larger.insert(value, for: id) } }
        self = larger
    }

    /// Where a number is, or would be.
    private func place(of id: TaskID) -> Int {
        var place = home(of: id)
        while ids[place] != Self.none, ids[place] != id { place = after(place) }
        return place
    }

    private func home(of id: TaskID) -> Int { id & (ids.count - 1) }

    private func after(_ place: Int) -> Int { (place + 1) & (ids.count - 1) }

    private func distance(from start: Int, to end: Int) -> Int { (end - start) & (ids.count - 1) }
}

/// Finds what belongs to a task, a socket or a connection by its number.
///
/// They are numbered one after the other, so that the lowest bits of a number say where to look: nothing is hashed.
struct NumberTable<Value> {
    /// The numbers at their places, or behind them where others were there before.
    private var numbers = [Int](repeating: .min, count: 16)
    private var places = [Value?](repeating: nil, count: 16)
    private(set) var count = 0
    /// The number of those that stand behind their places: mostly nobody does, as numbers follow each other.
    private var displaced = 0
    /// The number of nothing.
    private static var none: Int { .min }

    /// The value of a number; nil takes it away.
    subscript(number: Int) -> Value? {
        get {
            let place = place(of: number)
            return numbers[place] == number ? places[place] : nil
        }
        set {
            if let newValue { insert(newValue, for: number) } else { removeValue(for: number) }
        }
    }

    /// All values, in no order.
    var values: [Value] { places.compactMap { $0 } }

    /// Takes away what belongs to a number, and returns it.
    @discardableResult
    mutating func removeValue(for number: Int) -> Value? {
        let place = place(of: number)
        guard numbers[place] == number else { return nil }
        let removed = places[place].take()
        if place != home(of: number) { displaced -= 1 }
        numbers[displaced > 0 ? moveUp(to: place) : place] = Self.none
        count -= 1
        return removed
    }

    /// Has those move up who gave way to what was at a place, or to others who did; returns the place that is left.
    private mutating func moveUp(to place: Int) -> Int {
        var hole = place
        var next = after(hole)
        while numbers[next] != Self.none {
            if distance(from: numbers[next], to: next) >= distance(from: hole, to: next) {
                numbers[hole] = numbers[next]
                places.swapAt(hole, next)
                if hole == home(of: numbers[hole]) { displaced -= 1 }
                hole = next
            }
            next = after(next)
        }
        return hole
    }

    private mutating func insert(_ value: Value, for number: Int) {
        if 2 * count > numbers.count { grow() }
        let place = place(of: number)
        if numbers[place] != number {
            count += 1
            if place != home(of: number) { displaced += 1 }
        }
        numbers[place] = number
        places[place] = value
    }

    private mutating func grow() {
        var larger = NumberTable()
        larger.numbers = Array(repeating: Self.none, count: 2 * numbers.count)
        larger.places = Array(repeating: nil, count: 2 * numbers.count)
        for (number, value) in zip(numbers, places) { if let value { larger.insert(value, for: number) } }
        self = larger
    }

    /// Where a number is, or would be.
    private func place(of number: Int) -> Int {
        var place = home(of: number)
        while numbers[place] != Self.none, numbers[place] != number { place = after(place) }
        return place
    }

    private func home(of number: Int) -> Int { number & (numbers.count - 1) }

    private func after(_ place: Int) -> Int { (place + 1) & (numbers.count - 1) }

    private func distance(from start: Int, to end: Int) -> Int { (end - start) & (numbers.count - 1) }
}

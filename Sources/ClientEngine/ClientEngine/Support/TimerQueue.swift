/// Stores payloads with the instants when they are due, in a binary heap from which cleared timers are removed later.
struct TimerQueue<Payload> {
    /// The identifier of a timer.
    struct ID: Hashable {
        fileprivate let number: UInt64
    }

    private var heap: [(at: Instant, id: ID)] = []
    private var payloads: [ID: Payload] = [:]
    private var lastNumber: UInt64 = 0

    var next: Instant? {
        mutating get {
            while let first = heap.first, payloads[first.id] == nil { removeFirst() }
            return heap.first?.at
        }
    }

    mutating func set(_ payload: Payload, at instant: Instant) -> ID {
        lastNumber += 1
        let id = ID(number: lastNumber)
        payloads[id] = payload
        heap.append((instant, id))
        siftUp(heap.count - 1)
        return id
    }

    /// Clears a timer.
    ///
    /// It may have fired already.
    mutating func clear(_ id: ID) {
        payloads[id] = nil
        // Without this, distant timers, most of which are cleared, would stay in the heap until they are due.
        guard heap.count > 2 * payloads.count + 64 else { return }
        heap = heap.filter { payloads[$0.id] != nil }.sorted { ($0.at, $0.id.number) < ($1.at, $1.id.number) }
    }

    /// Removes and returns the nearest timer that is due.
    mutating func popDue(at now: Instant) -> Payload? {
        guard let next, next <= now else { return nil }
        return payloads.removeValue(forKey: removeFirst().id)
    }

    @discardableResult
    private mutating func removeFirst() -> (at: Instant, id: ID) {
        heap.swapAt(0, heap.count - 1)
        let first = heap.removeLast()
        siftDown(0)
        return first
    }

    private mutating func siftUp(_ start: Int) {
        var index = start
        while index > 0, isBefore(index, (index - 1) / 2) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func siftDown(_ start: Int) {
        var index = start
        while true {
            var least = 2 * index + 1
            guard least < heap.count else { return }
            if least + 1 < heap.count, isBefore(least + 1, least) { least += 1 }
            guard isBefore(least, index) else { return }
            heap.swapAt(index, least)
            index = least
        }
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        let (a, b) = (heap[left], heap[right])
        return a.at == b.at ? a.id.number < b.id.number : a.at < b.at
    }
}

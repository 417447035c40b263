/// A queue that moves elements in and out without copying them, because copying and releasing an event changes many
/// reference counts.
///
/// Belongs to one thread.
final class MovingQueue<Element> {
    @exclusivity(unchecked) private var base: UnsafeMutablePointer<Element>
    @exclusivity(unchecked) private var capacity: Int
    /// The indices of the first element and of the end.
    @exclusivity(unchecked) private var start = 0
    @exclusivity(unchecked) private var end = 0

    init(capacity: Int = 16) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit {
        removeAll()
        base.deallocate()
    }

    var isEmpty: Bool { start == end }

    var count: Int { end - start }

    var last: Element? { isEmpty ? nil : base[end - 1] }

    /// Calls a closure with the last element in place.
    ///
    /// Returns `false` if there is none.
    func withLast(_ body: (inout Element) -> Bool) -> Bool { isEmpty ? false : body(&base[end - 1]) }

    /// Adds an element at the end.
    func append(_ element: consuming Element) {
        if end == capacity { makeRoom() }
        (base + end).initialize(to: element)
        end += 1
    }

    /// Removes and returns the first element.
    func popFirst() -> Element? {
        guard start < end else { return nil }
        let element = (base + start).move()
        start += 1
        // An empty queue starts again at its front, which makes room.
        if start == end { (start, end) = (0, 0) }
        return element
    }

    func removeLast() {
        end -= 1
        (base + end).deinitialize(count: 1)
    }

    func removeAll() {
        (base + start).deinitialize(count: end - start)
        (start, end) = (0, 0)
    }

    /// Exchanges the elements with those of another queue.
    func swapContents(with other: MovingQueue) {
        swap(&base, &other.base)
        swap(&capacity, &other.capacity)
        swap(&start, &other.start)
        swap(&end, &other.end)
    }

    /// Calls a closure with the elements in place.
    func withElements<Result>(_ body: (UnsafeMutableBufferPointer<Element>) -> Result) -> Result {
        body(UnsafeMutableBufferPointer(start: base + start, count: end - start))
    }

    /// Moves the elements to the front, and to larger memory if that is not sufficient.
    private func makeRoom() {
        let count = end - start
        if count > capacity / 2 {
            capacity *= 2
            let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
            larger.moveInitialize(from: base + start, count: count)
            base.deallocate()
            base = larger
        } else {
            base.moveInitialize(from: base + start, count: count)
        }
        (start, end) = (0, count)
    }
}

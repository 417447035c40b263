/// A queue whose elements are moved in and out, and never copied: a copy of an event counts references, and is let go of again.
///
/// Belongs to one thread.
final class MovingQueue<Element> {
    @exclusivity(unchecked) private var base: UnsafeMutablePointer<Element>
    @exclusivity(unchecked) private var capacity: Int
    /// The elements are those from one place to before the other.
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

    /// Lends the last element where it lies; returns `false` if there is none.
    func withLast(_ body: (inout Element) -> Bool) -> Bool { isEmpty ? false : body(&base[end - 1]) }

    /// Adds an element behind the others.
    func append(_ element: consuming Element) {
        if end == capacity { makeRoom() }
        (base + end).initialize(to: element)
        end += 1
    }

    /// Takes the first element out.
    func popFirst() -> Element? {
        guard start < end else { return nil }
        let element = (base + start).move()
        start += 1
        // What is empty begins anew at its front, and so finds room.
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

    /// Takes what another one has, and gives it what there is here.
    func swapContents(with other: MovingQueue) {
        swap(&base, &other.base)
        swap(&capacity, &other.capacity)
        swap(&start, &other.start)
        swap(&end, &other.end)
    }

    /// Lends the elements where they lie.
    func withElements<Result>(_ body: (UnsafeMutableBufferPointer<Element>) -> Result) -> Result {
        body(UnsafeMutableBufferPointer(start: base + start, count: end - start))
    }

    /// Moves to the front, and to a larger place where that is not enough.
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

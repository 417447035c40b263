/// The newest of a changing value, and then each newer one: a slow reader misses what was overtaken.
///
/// Every iterator begins with the value that is newest then. The sequence ends when there can be no newer
/// value, or when the reading task is cancelled.
public struct LatestValues<Element: Sendable>: AsyncSequence, Sendable {
    /// Reads on from the value it saw last.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private let cell: LatestValue<Element>
        private var seen: Int

        fileprivate init(cell: LatestValue<Element>, after seen: Int = 0) {
            self.cell = cell
            self.seen = seen
        }

        /// Returns the newest value that was not returned yet, waiting for it where there is none.
        public mutating func next() async -> Element? {
            guard let newest = await cell.next(after: seen) else { return nil }
            seen = newest.number
            return newest.value
        }
    }

    private let cell: LatestValue<Element>
    private let saysNothing: @Sendable (Element) -> Bool

    /// Creates a sequence whose observers are not told of a first value that says nothing.
    init(
        cell: LatestValue<Element>, where saysNothing: @escaping @Sendable (Element) -> Bool = { _ in false }
    ) {
        self.cell = cell
        self.saysNothing = saysNothing
    }

    /// The value that is newest now.
    public var newest: Element { cell.value }

    /// Begins with the value that is newest now.
    public func makeAsyncIterator() -> Iterator {
        Iterator(cell: cell)
    }

    /// Begins with the value that is newest now, or behind it where it says nothing.
    func makeObservingIterator() -> Iterator {
        let newest = cell.newest
        return Iterator(cell: cell, after: saysNothing(newest.value) ? newest.number : 0)
    }
}

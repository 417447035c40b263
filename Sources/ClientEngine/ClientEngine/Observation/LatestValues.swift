/// The newest state of a changing value, followed by each newer one.
///
/// A slow reader misses intermediate states. Each iterator starts with the newest value. The sequence ends when there
/// can be no newer value, or when the reading task is cancelled.
public struct LatestValues<Element: Sendable>: AsyncSequence, Sendable {
    /// Reads the values after the last one that it returned.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private let cell: LatestValue<Element>
        private var seen: Int

        fileprivate init(cell: LatestValue<Element>, after seen: Int = 0) {
            self.cell = cell
            self.seen = seen
        }

        /// Returns the newest value, and waits until there is one that was not returned.
        @_specialize(where Element == TaskState)
        @_specialize(where Element == TaskProgress)
        @_specialize(where Element == Int)
        public mutating func next() async -> Element? {
            // Specialized: generic code looks up ten types for each value.
            guard let newest = await cell.next(after: seen) else { return nil }
            seen = newest.number
            return newest.value
        }
    }

    private let cell: LatestValue<Element>
    private let saysNothing: @Sendable (Element) -> Bool

    /// Creates a sequence.
    ///
    /// Observers do not receive a first value for which `saysNothing` returns `true`.
    init(
        cell: LatestValue<Element>, where saysNothing: @escaping @Sendable (Element) -> Bool = { _ in false }
    ) {
        self.cell = cell
        self.saysNothing = saysNothing
    }

    /// The newest value.
    public var newest: Element { cell.value }

    /// Returns an iterator that starts with the newest value.
    public func makeAsyncIterator() -> Iterator {
        Iterator(cell: cell)
    }

    /// Returns an iterator that starts with the newest value, or after it if that value has no information.
    func makeObservingIterator() -> Iterator {
        let newest = cell.newest
        return Iterator(cell: cell, after: saysNothing(newest.value) ? newest.number : 0)
    }
}

/// Elements between somebody who adds and somebody who takes: a queue with a bound, that says when to pause and when to go on.
///
/// ```
///   add ──▶ true, true, false ─┐ no room: adding pauses
///                              ▼
///   pop ──▶ ……… half of it is free ──▶ payForRoom: true, once ──▶ adding goes on
/// ```
///
/// A producer that was turned away is owed a call, and the debt stays until it is paid: an element added in between, by
/// chance, does not forgive it. A value without locks or effects.
public struct BoundedQueue<Element> {
    @usableFromInline var elements: [(element: Element?, weight: Int)] = []
    @usableFromInline var taken = 0
    @usableFromInline var weight = 0
    @usableFromInline let capacity: Int
    @usableFromInline var owesRoom = false

    /// Creates a queue that is full when the weights of what it holds reach `capacity`.
    @inlinable
    public init(capacity: Int) {
        self.capacity = capacity
    }

    /// Indicates whether nothing is left to take.
    @inlinable
    public var isEmpty: Bool { taken == elements.count }

    /// Indicates whether more may be added.
    @inlinable
    public var hasRoom: Bool { weight < capacity }

    /// Indicates whether what it holds weighs so much.
    @inlinable
    public func weighs(atLeast least: Int) -> Bool { weight >= least }

    /// Indicates whether there is so much room that it is worth to go on.
    @inlinable
    public var isHalfFree: Bool { weight < max(1, capacity / 2) }

    /// Adds an element; false when there is no room for a further one.
    @inlinable
    public mutating func add(_ element: Element, weight: Int) -> Bool {
        // Mostly it holds few: their room is made at once.
        if elements.isEmpty { elements.reserveCapacity(4) }
        elements.append((element, weight))
        self.weight += weight
        if !hasRoom { owesRoom = true }
        return hasRoom
    }

    /// Takes the oldest element; nil where there is none.
    @inlinable
    public mutating func pop() -> Element? {
        guard !isEmpty else { return nil }
        let element = elements[taken].element.take()
        weight -= elements[taken].weight
        taken += 1
        if isEmpty || taken > 256 {
            elements.removeFirst(taken)
            taken = 0
        }
        return element
    }

    /// Takes all elements, the oldest first; nil where there is none.
    @inlinable
    public mutating func popAll() -> [Element]? {
        guard !isEmpty else { return nil }
        defer { clear() }
        return elements[taken...].compactMap(\.element)
    }

    /// Returns whether whoever was turned away is to be told now that there is room; true once for each debt.
    @inlinable
    public mutating func payForRoom() -> Bool {
        guard owesRoom, isHalfFree else { return false }
        owesRoom = false
        return true
    }

    /// Forgets all elements, and nothing of what is owed.
    @inlinable
    public mutating func clear() {
        (elements, taken, weight) = ([], 0, 0)
    }
}

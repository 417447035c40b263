import ClientEngine
import InspectorTaskFilter

/// The logs of tasks that are over, in blocks to which logs are only added: 100,000 of them take some hundred blocks of memory,
/// and not millions.
///
/// A log that changes is written again behind the others. A block that nobody uses any more gives its memory back; one that is
/// mostly unused is reported, so that what is still in use can be moved out of it.
package struct TaskLogs: Sendable, Equatable {
    /// The place of a log.
    package struct Place: Sendable, Equatable {
        fileprivate let block: UInt32
        fileprivate let start: UInt32
    }

    private(set) var blocks: [LogBlock] = []

    package init() {}

    package subscript(place: Place) -> TaskLog { blocks[Int(place.block)].log(at: Int(place.start)) }

    /// Returns the request of a log's task; tasks that ask for the same mostly share it.
    package func asked(at place: Place) -> ResolvedRequest {
        blocks[Int(place.block)].asked(at: Int(place.start))
    }

    package mutating func append(_ log: TaskLog) -> Place {
        if blocks.last?.hasRoom(for: log) != true { open(for: log) }
        let last = blocks.count - 1
        let start = blocks[last].append(log)
        return Place(block: UInt32(last), start: UInt32(start))
    }

    /// Forgets a log; true where what is left in its block should move, for ``move(_:outOfBlockOf:)``.
    package mutating func remove(_ place: Place) -> Bool {
        let block = Int(place.block)
        blocks[block].remove(at: Int(place.start))
        if blocks[block].count > 0 { return blocks[block].isSparse }
        blocks[block] = LogBlock()
        return false
    }

    /// Moves a log out of the block in which another one was; false where it lies elsewhere.
    package mutating func move(_ place: inout Place, outOfBlockOf removed: Place) -> Bool {
        guard place.block == removed.block else { return false }
        let log = self[place]
        if Int(place.block) == blocks.count - 1 { open(for: log) }
        _ = remove(place)
        place = append(log)
        return true
    }

    private mutating func open(for log: TaskLog) {
        let block = LogBlock(for: log, after: blocks.last)
        if !blocks.isEmpty { blocks[blocks.count - 1].close() }
        blocks.append(block)
    }
}

import ClientEngine
import InspectorTaskFilter

/// A stretch of memory with the logs of many tasks one behind the other, and the values that they refer to.
///
/// ```
/// bytes    │ log │ log │ log │ …
/// log      │ number of asked │ count of values, their numbers │ count of bytes, bytes │
/// ```
/// A value that several tasks share stands here once.
struct LogBlock: Sendable, Equatable {
    private var bytes: [UInt8] = []
    private var asked: [ResolvedRequest] = []
    private(set) var values: [LogValue] = []
    private var numbersOfAsked: [ResolvedRequest: Int] = [:]
    private var numbers: [LogValue: Int] = [:]
    /// The requests that the block before shares, so that the same ones need no memory here.
    private var earlierAsked: Set<ResolvedRequest> = []
    private var earlier: Set<LogValue> = []
    /// The number of logs in use.
    private(set) var count = 0
    /// The bytes of those that are not any more.
    private(set) var unused = 0

    /// The bytes that it takes when it is full; a longer log has a block of its own.
    static let size = 256 << 10

    var isSparse: Bool { unused > Self.size / 2 }

    /// Makes an empty one with room for a log, that comes behind another one.
    init(for log: TaskLog, after last: LogBlock? = nil) {
        bytes.reserveCapacity(max(Self.size, log.longestSegment))
        earlierAsked = last.map { Set($0.numbersOfAsked.keys) } ?? []
        earlier = last.map { Set($0.numbers.keys) } ?? []
    }

    /// Makes one that takes no memory.
    init() {}

    func hasRoom(for log: TaskLog) -> Bool { bytes.count + log.longestSegment <= Self.size }

    /// Adds a log, and tells where it begins.
    mutating func append(_ log: TaskLog) -> Int {
        let start = bytes.count
        bytes.append(number: number(of: log.asked))
        bytes.append(number: log.values.count)
        for value in log.values { bytes.append(number: number(of: value)) }
        bytes.append(counted: log.bytes)
        count += 1
        return start
    }

    /// The log that begins at a place.
    func log(at start: Int) -> TaskLog {
        var reader = PackedReader(bytes, from: start)
        let asked = asked[reader.number()]
        let values = (0..<reader.number()).map { _ in self.values[reader.number()] }
        return TaskLog(asked, bytes: reader.counted(), values: values)
    }

    /// Returns the request of the task whose log begins at a place.
    func asked(at start: Int) -> ResolvedRequest {
        var reader = PackedReader(bytes, from: start)
        return asked[reader.number()]
    }

    /// Forgets a log, with the bodies that it alone had.
    mutating func remove(at start: Int) {
        var reader = PackedReader(bytes, from: start)
        _ = reader.number()
        for _ in 0..<reader.number() {
            let number = reader.number()
            if !values[number].isShared { values[number] = .nothing }
        }
        let length = reader.number()
        unused += reader.position + length - start
        count -= 1
    }

    /// Lets go of what only adding needs.
    mutating func close() {
        (numbersOfAsked, numbers) = ([:], [:])
        (earlierAsked, earlier) = ([], [])
    }

    private mutating func number(of request: ResolvedRequest) -> Int {
        if let known = numbersOfAsked[request] { return known }
        let request = earlierAsked.remove(request) ?? request
        asked.append(request)
        numbersOfAsked[request] = asked.count - 1
        return asked.count - 1
    }

    private mutating func number(of value: LogValue) -> Int {
        guard value.isShared else {
            values.append(value)
            return values.count - 1
        }
        if let known = numbers[value] { return known }
        let value = earlier.remove(value) ?? value
        values.append(value)
        numbers[value] = values.count - 1
        return values.count - 1
    }
}

extension TaskLog {
    /// No number in front of the bytes is longer than five bytes.
    fileprivate var longestSegment: Int { bytes.count + 5 * (values.count + 3) }
}

import ClientEngine
import EngineJSON
import FoundationEssentials

/// The tasks in an HTTP archive, as events.
///
/// The entries of one of our tasks (`_task`) are its attempts and exchanges. In the archives of other programs, each
/// entry is a task.
///
///     entries ─▶ by task ─▶ by attempt ─▶ events, the last of which occurs now
public struct HARTasks: Sendable {
    private let stories: [HARTaskStory]

    /// The deepest nesting of values in an archive.
    private static let maximumDepth = 256

    /// The longest time span of an archive in seconds.
    ///
    /// Dates outside it are considered wrong.
    private static let longest = 3e8

    /// The largest number of entries, because each becomes a line of a list.
    private static let mostEntries = 20_000

    /// Parses an archive, which is JSON in UTF-8.
    ///
    /// - Throws: ``HARError`` if the bytes are not an archive of version 1, or if it has more than 20,000 entries.
    public init(parsing bytes: [UInt8]) throws(HARError) {
        let archive: JSONValue
        do throws(JSONError) {
            archive = try JSONValue(parsing: bytes, maximumDepth: Self.maximumDepth)
        } catch {
            throw HARError("It is not JSON: \(error)", expected: HARError.archive)
        }
        try self.init(archive)
    }

    /// Reads an archive that has been parsed as JSON.
    ///
    /// Entries without a valid request are skipped. An entry without a date gets the date of the first one.
    ///
    /// - Throws: ``HARError``, as ``init(parsing:)``.
    public init(_ archive: JSONValue) throws(HARError) {
        let all = try Self.entries(of: archive)
        guard all.count <= Self.mostEntries else {
            throw HARError(
                "It has \(all.count) entries, and no more than \(Self.mostEntries) are opened.",
                expected: "a smaller archive")
        }
        var entries = all.compactMap(HAREntryReader.init)
        // An entry without a date gets the date of the first entry that has one.
        let first = entries.map(\.started).filter { $0 > 0 }.min() ?? 0
        for index in entries.indices where entries[index].started <= 0 { entries[index].started = first }
        var places: [Int: Int] = [:]
        var groups: [[HAREntryReader]] = []
        for entry in entries {
            let place = entry.task.flatMap { places[$0] } ?? groups.count
            if place == groups.count { groups.append([]) }
            groups[place].append(entry)
            if let task = entry.task { places[task] = place }
        }
        stories = groups.map(HARTaskStory.init)
    }

    /// Returns the unchanged entries of an archive (`log.entries`).
    ///
    /// - Throws: ``HARError`` if the value is not an archive of version 1.
    public static func entries(of archive: JSONValue) throws(HARError) -> [JSONValue] {
        let log = archive["log"]
        if let version = log?["version"]?.string, !version.isEmpty, !version.hasPrefix("1.") {
            throw HARError("Version “\(version)” is not read.", expected: HARError.archive)
        }
        if let entries = log?["entries"]?.array { return entries }
        throw HARError("It has no list log.entries.", expected: HARError.archive)
    }

    /// The number of tasks.
    public var count: Int { stories.count }

    /// Returns the records of all tasks, numbered from 1.
    ///
    /// The last one ends at `now`.
    public func records(endingAt now: Instant) -> [TaskRecord] {
        events(endingAt: now).compactMap { events in
            guard let first = events.first, var record = TaskRecord(first) else { return nil }
            for event in events.dropFirst() { record.apply(event) }
            return record
        }
    }

    /// Returns the events of all tasks, numbered from 1.
    ///
    /// The last one occurs at `now`.
    public func events(endingAt now: Instant) -> [[Event]] {
        guard let first = stories.map(\.started).min(), let last = stories.map(\.ended).max() else {
            return []
        }
        let span = min(last - first, Self.longest)
        let start = now + (.zero - .clamped(seconds: span, to: 0...Self.longest))
        return stories.enumerated().map { index, story in
            story.events(of: index + 1) {
                start + .microseconds(Int64((min(max(0, $0 - first), span) * 1e6).rounded()))
            }
        }
    }
}

/// One task of an archive.
private struct HARTaskStory: Sendable {
    /// The entries, grouped by attempt.
    let attempts: [[HAREntryReader]]

    init(_ entries: [HAREntryReader]) {
        let sorted = entries.enumerated().sorted { left, right in
            (left.element.attempt, left.element.hop, left.offset)
                < (right.element.attempt, right.element.hop, right.offset)
        }.map(\.element)
        attempts = sorted.reduce(into: []) { attempts, entry in
            if attempts.last?.last?.attempt == entry.attempt {
                attempts[attempts.count - 1].append(entry)
            } else {
                attempts.append([entry])
            }
        }
    }

    var started: Double { attempts.first?.first?.started ?? 0 }
    var ended: Double { attempts.joined().map(\.ended).max() ?? started }

    func events(of id: TaskID, at time: (Double) -> Instant) -> [Event] {
        guard let first = attempts.first?.first, let last = attempts.last?.last else { return [] }
        var events = [
            Event(task: id, at: time(started), .taskCreated(first.origin(attempts: attempts.count)))
        ]
        for (index, entries) in attempts.enumerated() {
            guard let first = entries.first, let last = entries.last else { continue }
            func add(_ exchange: Int = 0, at seconds: Double, _ kind: Event.Kind) {
                events.append(
                    Event(task: id, attempt: index + 1, exchange: exchange, at: time(seconds), kind))
            }
            let before = index > 0 ? attempts[index - 1].last : nil
            add(at: first.started, .attemptStarted(reason: before?.retryReason, waited: first.waited))
            for (number, entry) in entries.enumerated() where entry.wasSent {
                for (seconds, kind) in entry.events { add(number + 1, at: seconds, kind) }
            }
            let next = index + 1 < attempts.count ? attempts[index + 1].first : nil
            let plan = next.map {
                RetryPlan(
                    reason: last.retryReason, delay: $0.waited ?? .clamped(seconds: $0.started - last.ended),
                    until: time($0.started), explanation: "")
            }
            add(at: last.ended, .attemptEnded(last.outcome, retry: plan))
        }
        events.append(
            Event(
                task: id, attempt: attempts.count, exchange: attempts.last?.count ?? 1, at: time(ended),
                .taskEnded(last.end)))
        return events
    }
}

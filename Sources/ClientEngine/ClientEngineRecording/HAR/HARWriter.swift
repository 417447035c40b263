import ClientEngine
import EngineJSON
internal import EngineSupport
import FoundationEssentials

/// Writes tasks as HAR 1.2: one entry for each exchange, and one for a task without exchanges.
public struct HARWriter: Sendable {
    private let creator: (name: String, version: String)

    /// Creates a writer.
    ///
    /// Archives contain the name and the version of the program as their creator.
    public init(creator: (name: String, version: String)) {
        self.creator = creator
    }

    /// Writes the tasks in order.
    ///
    /// Secrets are redacted unless `showsSecrets` is `true`.
    ///
    /// - Returns: The bytes of the file.
    public func write(_ records: [TaskRecord], showsSecrets: Bool = false) -> [UInt8] {
        var redaction = showsSecrets ? Redaction.none : Redaction()
        return write(records, redaction: &redaction)
    }

    /// Writes the tasks in order, live ones in their current state.
    ///
    /// `redaction` counts the secrets that it replaces.
    public func write(_ records: [TaskRecord], redaction: inout Redaction) -> [UInt8] {
        archive(of: records, redaction: &redaction).bytes
    }

    /// Returns the tasks as an archive, with the numbers of redacted secrets.
    public func archive(of records: [TaskRecord], redaction: inout Redaction) -> HARArchive {
        // All secrets are learned first, because a response may repeat the credentials of a later request.
        let found = records.map { record in
            redaction.learn(headsOf: record)
            return record.exchanges.map { redaction.learn(bodyOf: $0.exchange) }
        }
        var entries: [JSONValue] = []
        var tally = SecretTally()
        for (record, secrets) in zip(records, found) {
            entries += self.entries(of: record, secrets, &redaction, &tally)
        }
        let log: JSONValue = [
            "version": "1.2",
            "creator": ["name": .string(creator.name), "version": .string(creator.version)],
            "pages": [], "entries": .array(entries),
        ]
        var bytes = JSONValue.object(["log": log]).printedBytes(pretty: true)
        bytes.append(UInt8(ascii: "\n"))
        return HARArchive(bytes: bytes, secrets: tally)
    }

    /// Formats a date as in HAR: ISO 8601 in UTC with milliseconds, such as `2026-11-20T20:34:12.345Z`.
    public static func timestamp(_ date: Date) -> String {
        let limit = 253_402_300_799_000.0  // the end of the year 9999
        let milliseconds = Int(min(max(date.timeIntervalSince1970 * 1000, -limit), limit).rounded())
        let day = CivilDay(milliseconds.floorDivided(by: 86_400_000))
        let rest = milliseconds - day.number * 86_400_000
        let second = rest / 1000
        let time = [second / 3600, second / 60 % 60, second % 60].map { $0.padded(to: 2) }
            .joined(separator: ":")
        return "\(day.year.padded(to: 4))-\(day.month.padded(to: 2))-\(day.day.padded(to: 2))"
            + "T\(time).\((rest % 1000).padded(to: 3))Z"
    }

    private func entries(
        of record: TaskRecord, _ secrets: [NamedSecrets], _ redaction: inout Redaction,
        _ tally: inout SecretTally
    ) -> [JSONValue] {
        let pairs = record.exchanges
        if pairs.isEmpty {
            return [.object(HAREntry(record: record, attempt: record.lastAttempt).object(&redaction, &tally))]
        }
        return zip(pairs, secrets).map { pair, secrets in
            let entry = HAREntry(
                record: record, attempt: pair.attempt, exchange: pair.exchange, secrets: secrets)
            return .object(entry.object(&redaction, &tally))
        }
    }
}

extension TaskRecord {
    /// All exchanges with their attempts, in order.
    fileprivate var exchanges: [(attempt: AttemptRecord, exchange: ExchangeRecord)] {
        attempts.flatMap { attempt in attempt.exchanges.map { (attempt, $0) } }
    }
}

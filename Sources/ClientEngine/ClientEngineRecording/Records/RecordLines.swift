import ClientEngine
import EngineJSON

/// Records of tasks as lines of JSON, to be kept and read again: the events of each, as ``EventWriter`` writes them.
///
/// ```
/// let bytes = RecordLines.encode(records)
/// let again = try RecordLines.decode(bytes)
/// ```
/// Secrets are written as they are; ``Redaction/record(_:)`` hides them first. Bodies of requests that are not in memory are left out.
public enum RecordLines {
    /// Returns the lines of records, each of them ending with a line feed; the numbers of the records should differ.
    public static func encode(_ records: [TaskRecord]) -> [UInt8] {
        var writer = EventWriter()
        var bytes: [UInt8] = []
        for event in records.lazy.flatMap(\.events) {
            guard let line = writer.line(of: event) else { continue }
            bytes += line
            bytes.append(0x0A)
        }
        return bytes
    }

    /// Reads records in the order in which they were created; the lines of several may be mixed.
    ///
    /// Words that are not known are left out, and so are lines about tasks that no line has created. The source of their requests is
    /// `Provenance.Source.import`.
    /// - Throws: `JSONError` for a line that is no JSON.
    public static func decode(_ bytes: [UInt8]) throws(JSONError) -> [TaskRecord] {
        var records: [TaskRecord] = []
        var places: [TaskID: Int] = [:]
        for line in bytes.split(separator: 0x0A) {
            let value = try JSONValue(parsing: Array(line), maximumDepth: maximumDepth)
            guard let task = value["task"]?.int else { continue }
            let place = places[task]
            let reader = EventReader(value, about: place.map { records[$0].origin.request })
            if var origin = reader.origin(of: nil, resendOf: value["resend"]?.int) {
                guard place == nil else { continue }
                origin.provenance.source = .import
                places[task] = records.count
                records.append(TaskRecord(id: task, origin: origin, created: reader.at))
            } else if let place, let kind = reader.kind {
                records[place].apply(
                    Event(
                        task: task, attempt: reader.attempt, exchange: reader.exchange, at: reader.at, kind))
            }
        }
        return records
    }

    private static let maximumDepth = 64
}

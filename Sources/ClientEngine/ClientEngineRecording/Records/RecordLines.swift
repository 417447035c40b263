import ClientEngine
import EngineJSON

/// Records of tasks as lines of JSON, to be kept and read again: each line is a record, as ``RecordWriter`` writes it.
///
/// ```
/// let bytes = RecordLines.encode(records)
/// let again = try RecordLines.decode(bytes)
/// ```
/// Secrets are written as they are; ``Redaction/record(_:)`` hides them first. Bodies of requests that are not in memory are only named.
public enum RecordLines {
    /// Returns the lines of records, each of them ending with a line feed.
    public static func encode(_ records: [TaskRecord]) -> [UInt8] {
        var writer = RecordWriter()
        return records.reduce(into: []) { $0 += writer.text(of: $1) + [0x0A] }
    }

    /// Reads records, in the order of their lines.
    ///
    /// Lines that are no records are left out, and so is what a line has that is not known.
    /// - Throws: `JSONError` for a line that is no JSON.
    public static func decode(_ bytes: [UInt8]) throws(JSONError) -> [TaskRecord] {
        var records: [TaskRecord] = []
        for line in bytes.split(separator: 0x0A) {
            let text = try JSONValue(parsing: Array(line), maximumDepth: RecordReader.maximumDepth)
            if let record = RecordReader.record(text) { records.append(record) }
        }
        return records
    }
}

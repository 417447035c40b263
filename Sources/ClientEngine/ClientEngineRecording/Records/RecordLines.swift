import ClientEngine
import EngineJSON

/// Converts records of tasks to lines of JSON and back.
///
/// Each line is a record in the format of ``RecordWriter``.
///
/// ```
/// let bytes = RecordLines.encode(records)
/// let again = try RecordLines.decode(bytes)
/// ```
///
/// Secrets are written unchanged; hide them first with ``Redaction/record(_:)``. Of a request body that is not in
/// memory, only a description is written.
public enum RecordLines {
    /// Returns the records as lines, each of which ends with a line feed.
    public static func encode(_ records: [TaskRecord]) -> [UInt8] {
        var writer = RecordWriter()
        return records.reduce(into: []) { $0 += writer.text(of: $1) + [0x0A] }
    }

    /// Parses records, in the order of their lines.
    ///
    /// Lines that are not records are skipped, and unknown members are ignored.
    ///
    /// - Throws: `JSONError` for a line that is not JSON.
    public static func decode(_ bytes: [UInt8]) throws(JSONError) -> [TaskRecord] {
        var records: [TaskRecord] = []
        for line in bytes.split(separator: 0x0A) {
            let text = try JSONValue(parsing: Array(line), maximumDepth: RecordReader.maximumDepth)
            if let record = RecordReader.record(text) { records.append(record) }
        }
        return records
    }
}

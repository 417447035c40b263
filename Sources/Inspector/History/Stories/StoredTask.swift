import ClientEngine
import ClientEngineRecording

/// A finished task prepared for storage: its record without secrets, its bodies, and its summary.
///
/// ```
/// record ─▶ Redaction ─▶ RecordWriter ─▶ story + heads + bodies ─▶ tables, body files
/// record ◀────────────── RecordReader ◀─ story + heads + bodies ◀─┘
/// ```
final class StoredTask {
    let written: WrittenRecord
    let summary: SummaryRow

    /// Packs a finished task.
    ///
    /// Returns `nil` for a live one.
    init?(_ record: borrowing TaskRecord, _ packing: inout Packing) {
        let hidden = packing.redaction.hidden(record)
        let place = record.origin.file.map { packing.place(of: $0) }
        guard let summary = SummaryRow(hidden, place: place, &packing.lastKind) else { return nil }
        self.summary = summary
        written = packing.writer.packed(hidden)
    }

    /// Data of previous tasks that makes packing the next ones cheaper.
    struct Packing {
        fileprivate var writer = RecordWriter()
        var redaction: Redaction
        /// The base folder of relative file names.
        private let folder: String?
        private var places: [String: String] = [:]
        private var last: (file: String, place: String) = ("", "")
        fileprivate var lastKind = LastKind()

        init(in folder: String?, _ redaction: Redaction) {
            self.folder = folder
            self.redaction = redaction
        }

        fileprivate mutating func place(of file: String) -> String {
            if last.file != file {
                last = (file, places[file] ?? SummaryRow.place(of: file, in: folder))
                places[file] = last.place
            }
            return last.place
        }
    }
}

import ClientEngine
import ClientEngineRecording
import EngineJSON
import FoundationEssentials

/// A finished task as it is kept: its record without secrets, the bodies beside it, and what lists ask for.
///
/// ```
/// record ─▶ Redaction ─▶ RecordWriter ─▶ story + heads + bodies ─▶ tables, body files
/// record ◀────────────── RecordReader ◀─ story + heads + bodies ◀─┘
/// ```
final class StoredTask {
    let story: StoredStory
    let parts: RecordParts
    /// Its number in its session.
    let number: Int
    /// The file of its request as it was named there; nil where the summary names it in the same words.
    let file: String?
    private let summary: Summary

    private enum Summary: ~Copyable {
        case made(StoredSummary)
        /// The values of its columns.
        case read([SQLValue])
    }

    /// Packs a finished task; a live one is not kept.
    init?(_ record: borrowing TaskRecord, _ packing: inout Packing) {
        let hidden = packing.redaction.hidden(record)
        let named = record.origin.file
        let place = named.map { packing.place(of: $0) }
        guard let summary = StoredSummary(hidden, place: place, &packing.lastKind) else { return nil }
        self.summary = .made(summary)
        (number, file) = (record.id, named == place ? nil : named)
        let written = packing.writer.packed(hidden)
        (story, parts) = (StoredStory(text: written.story), written.parts)
    }

    /// Creates one of what the journal says, its summary as the values of its columns.
    init(
        number: Int, file: String?, _ story: StoredStory, _ parts: RecordParts, _ summary: [SQLValue]
    ) {
        (self.number, self.file, self.story, self.parts) = (number, file, story, parts)
        self.summary = .read(summary)
    }

    /// Hands over the values of the summary's columns.
    func bindSummary<Sink: RowSink>(to sink: Sink) throws(Sink.Failure) {
        switch summary {
        case .made(let summary): try summary.bind(to: sink)
        case .read(let values): try sink.bind(values)
        }
    }

    /// Knowledge of the tasks before, which makes the next ones cheaper.
    struct Packing {
        fileprivate var writer = RecordWriter()
        var redaction: Redaction
        /// The folder that files count from.
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
                last = (file, places[file] ?? StoredSummary.place(of: file, in: folder))
                places[file] = last.place
            }
            return last.place
        }
    }
}

extension [UInt8] {
    /// The beginning of a body that is searched for words; nil for what is no text.
    var searchable: String? {
        let part = prefix(StoredTask.searchedBytes)
        guard !part.contains(0) else { return nil }
        // The end of the part may cut a character in two.
        for cut in 0..<Swift.min(4, Swift.max(1, part.count)) {
            if let text = String(validating: part.dropLast(cut), as: UTF8.self) { return text }
        }
        return nil
    }
}

extension StoredTask {
    /// The number of bytes of a body that are searched.
    static let searchedBytes = 1 << 20
}

import ClientEngine
import EngineJSON
import FoundationEssentials

/// A finished task as it is kept: its record without secrets, the bodies beside it, and what lists ask for.
///
/// ```
/// record ─▶ StoryWriter, which hides secrets ─▶ story (JSON) + heads + bodies ─▶ tables, body files
/// record ◀─ StoryReader ◀───────────────────── story (JSON) + heads + bodies ◀─┘
/// ```
struct StoredTask {
    var story: [UInt8]
    /// The bodies that the story names by their numbers, from 0.
    var bodies: [StoredPart]
    /// The heads that it names by -1, -2 and so on.
    var heads: [StoredPart]
    var columns: Columns
    var summary: StoredSummary

    /// The values that are listed and filtered without reading the story.
    struct Columns {
        var number: Int
        /// Milliseconds since 1970.
        var created: Int
        /// Nanoseconds.
        var elapsed: Int
        var method: String
        var url: String
        var name: String?
        var file: String?
        var status: Int?
        var verdict: String
        var attempts: Int
    }

    /// Packs a finished task; a live one is not kept.
    init?(_ record: TaskRecord, _ packing: inout Packing) {
        guard let ended = record.ended, let verdict = record.verdict else { return nil }
        let url = packing.redaction.url(record.origin.url?.text ?? record.origin.request.url)
        var writer = StoryWriter(
            redaction: packing.redaction, memory: packing.memory, created: record.created)
        packing.memory = PartMemory()
        story = writer.story(of: record)
        (packing.redaction, packing.memory) = (writer.redaction, writer.memory)
        (bodies, heads) = (writer.bodies, writer.heads)
        let provenance = record.origin.provenance
        columns = Columns(
            number: record.id, created: Int((record.origin.date.timeIntervalSince1970 * 1_000).rounded()),
            elapsed: Int((ended - record.created).nanoseconds),
            method: record.origin.request.method.rawValue, url: url,
            name: record.origin.request.name.map { packing.redaction.text($0) }, file: provenance.file,
            status: record.status, verdict: verdict.rawValue, attempts: record.attempts.count)
        summary = StoredSummary(
            record, columns, mock: record.mock.map { packing.redaction.text($0.name) },
            place: provenance.file.map { packing.place(of: $0) })
    }

    /// Knowledge of the tasks before, which makes the next ones cheaper.
    struct Packing {
        var redaction: Redaction
        fileprivate var memory = PartMemory()
        /// The folder that files count from.
        private let folder: String?
        private var places: [String: String] = [:]

        init(in folder: String?, _ redaction: Redaction) {
            self.folder = folder
            self.redaction = redaction
        }

        fileprivate mutating func place(of file: String) -> String {
            if let place = places[file] { return place }
            let place = StoredSummary.place(of: file, in: folder)
            places[file] = place
            return place
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

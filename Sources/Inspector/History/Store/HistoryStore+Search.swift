import ClientEngine
import InspectorTaskFilter
import InspectorWorkspace

/// A fast, approximate search for the texts of a query.
///
/// Skips only tasks that lack one of the texts. Each part is searched once for all tasks that share it.
struct RoughSearch {
    private let texts: [(part: SearchedPart, inParts: RoughText, inStory: RoughText)]
    /// For each part, by row, a bit for each text that it may contain.
    private var found: [Int: UInt64] = [:]
    /// The beginning of a binary head in a story.
    private static let oddBytes = RoughText(#"{"base64":"#)

    /// Creates a search for the texts of a query, up to one per bit of `UInt64`.
    init(for query: TaskQuery) {
        texts = query.texts.prefix(UInt64.bitWidth).map { wanted in
            (wanted.part, RoughText(wanted.text), RoughText(inStory: wanted.text))
        }
    }

    /// Returns whether a task may contain all texts, by the columns `story` and `parts` of a row.
    mutating func mayFind(in row: Statement, story: Int, of store: HistoryStore) throws(HistoryError) -> Bool
    {
        let parts = row.withBytes(story + 1, PartNames.rows)
        for (index, text) in texts.enumerated() {
            let isHeader = text.part == .header
            if isHeader,
                row.withBytes(story, { text.inStory.mayOccur(in: $0) || Self.oddBytes.mayOccur(in: $0) })
            {
                continue
            }
            var isFound = false
            for part in parts where (part.number < 0) == isHeader && !isFound {
                isFound = try texts(in: part.row, of: store) & 1 << UInt64(index) != 0
            }
            if !isFound { return false }
        }
        return true
    }

    private mutating func texts(in part: Int, of store: HistoryStore) throws(HistoryError) -> UInt64 {
        if let known = found[part] { return known }
        let bits = try store.withPart(part) { bytes in
            texts.indices.reduce(0 as UInt64) { bits, index in
                texts[index].inParts.mayOccur(in: bytes) ? bits | 1 << UInt64(index) : bits
            }
        }
        found[part] = bits
        return bits ?? 0
    }
}

extension HistoryStore {
    /// Calls `look` with the stored bytes of a part, without verifying their digest.
    ///
    /// Returns `nil` if the part is missing.
    fileprivate func withPart<Result>(
        _ part: Int, _ look: (UnsafeBufferPointer<UInt8>) -> Result
    ) throws(HistoryError) -> Result? {
        var result: Result?
        try database.run("SELECT digest, content FROM body WHERE id = ?", [.integer(part)]) { row in
            if row.isNull(1) {
                let file = try? RegularFile(folder.body(row.text(0)), followsLink: false).contents()
                result = file?.withUnsafeBufferPointer(look)
            } else {
                result = row.withBytes(1, look)
            }
            return false
        }
        return result
    }
}

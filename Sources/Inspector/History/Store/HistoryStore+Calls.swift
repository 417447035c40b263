import ClientEngine
import ClientEngineRecording
import FoundationEssentials
import InspectorValues

/// The identity of a saved request, to find its calls in the history.
package struct SavedCall: Sendable {
    fileprivate let file: String
    fileprivate let name: String?
    fileprivate let method: String
    fileprivate let line: Int
    fileprivate let path: WrittenPath

    /// Creates the identity of a saved request, whose file is relative to `folder`.
    ///
    /// Accesses the disk.
    package init(_ entry: SavedEntry, in folder: String) {
        file = SummaryRow.place(of: entry.reference.file, in: folder)
        name = entry.name
        method = entry.method.uppercased()
        line = entry.reference.line
        path = WrittenPath(of: entry.url)
    }

    /// Creates the identity of a task's request, given the stored location of its file.
    ///
    /// Without a name it is found by its line, because the history does not contain the path as written.
    fileprivate init(file: String, name: String?, method: String, line: Int) {
        (self.file, self.name, self.method, self.line) = (file, name, method.uppercased(), line)
        path = WrittenPath(of: "")
    }
}

// A saved request is found by file and name, regardless of its position in the file. Without a name, or after it
// changed, it is found by its path. Of several requests with that path, the one in the same line is chosen.
extension HistoryStore {
    private typealias Call = (task: Int, line: Int?, hasFailed: Bool, kind: String?)

    /// Returns information on the calls of a saved request, or `nil` if there are none.
    package func earlierCalls(of saved: SavedCall) throws(HistoryError) -> EarlierCalls? {
        let calls = try calls(of: saved)
        guard let last = calls.first, let record = try entry(last.task)?.record else { return nil }
        return EarlierCalls(
            last: record, count: calls.count, failed: calls.count(where: \.hasFailed),
            usual: try last.kind.flatMap { (kind) throws(HistoryError) in
                try usualDuration(of: CallKind(kind))
            })
    }

    private func calls(of saved: SavedCall, before end: End = .never) throws(HistoryError) -> [Call] {
        if let name = saved.name {
            let named = try calls(of: saved, named: name, before: end)
            if !named.isEmpty { return named }
        }
        let fitting = try calls(of: saved, named: nil, before: end) { line, url in
            saved.path.fits(url) ?? (line == saved.line)
        }
        let inPlace = fitting.filter { $0.line == saved.line }
        return inPlace.isEmpty ? fitting : inPlace
    }

    /// Returns the calls from a file with the given name, or without a name or in the given line, newest first.
    private func calls(
        of saved: SavedCall, named name: String?, before end: End,
        where isWanted: (_ line: Int?, _ url: String) -> Bool = { _, _ in true }
    ) throws(HistoryError) -> [Call] {
        var calls: [Call] = []
        try database.run(
            """
            SELECT task, line, verdict, kind, url FROM summary
            WHERE file = ?1 AND method = ?2 AND \(name == nil ? "(name IS NULL OR line = ?3)" : "name = ?3")
            AND \(End.condition) ORDER BY task DESC
            """,
            [.text(saved.file), .text(saved.method), name.map { .text($0) } ?? .integer(saved.line)]
                + end.values
        ) { row in
            let line = row.optional(1)
            guard isWanted(line, row.text(4)) else { return true }
            let hasFailed = row.text(2) == TaskRecord.Verdict.failed.rawValue
            calls.append((row.integer(0), line, hasFailed, row.optionalText(3)))
            return true
        }
        return calls
    }

    /// Returns the last call before a stored one, of the same saved request or otherwise of the same URL.
    package func predecessor(of task: Int) throws(HistoryError) -> (task: Int, isOfSavedRequest: Bool)? {
        var asked: (method: String, url: String, saved: SavedCall?)?
        try database.run(
            "SELECT method, url, name, file, line FROM summary WHERE task = ?", [.integer(task)]
        ) { row in
            let saved = row.optionalText(3).map { file in
                SavedCall(
                    file: file, name: row.optionalText(2), method: row.text(0), line: row.optional(4) ?? 0)
            }
            asked = (row.text(0), row.text(1), saved)
            return false
        }
        guard let asked else { return nil }
        return try predecessor(asked.method, asked.url, asked.saved, before: End(task: task))
    }

    /// Returns the last call for a task that may not be stored, among calls created before `date`.
    package func predecessor(
        of record: TaskRecord, in folder: String?, before date: Date, _ redaction: Redaction
    ) throws(HistoryError) -> (task: Int, isOfSavedRequest: Bool)? {
        var redaction = redaction
        redaction.learn(record.origin)
        let (request, provenance) = (record.origin.request, record.origin.provenance)
        let method = request.method.rawValue
        let saved = provenance.file.map { file in
            SavedCall(
                file: SummaryRow.place(of: file, in: folder),
                name: request.name.map { redaction.text($0) }, method: method, line: provenance.line ?? 0)
        }
        let url = redaction.url(record.origin.url?.text ?? request.url)
        return try predecessor(method, url, saved, before: End(date: date))
    }

    private func predecessor(
        _ method: String, _ url: String, _ saved: SavedCall?, before end: End
    ) throws(HistoryError) -> (task: Int, isOfSavedRequest: Bool)? {
        if let saved, let last = try calls(of: saved, before: end).first { return (last.task, true) }
        let last = try database.number(
            """
            SELECT task FROM summary WHERE method = ?1 AND url = ?2 AND \(End.condition)
            ORDER BY task DESC LIMIT 1
            """, [.text(method), .text(url), .null] + end.values)
        return last.map { ($0, false) }
    }

    /// The exclusive end of the calls to search: a task or a time.
    private struct End {
        static let never = End()
        /// The SQL condition that a summary comes before the end, with parameters 4 and 5.
        static let condition = "summary.task < ?4 AND summary.created < ?5"

        var task = Int.max
        var date: Date?

        var values: [SQLValue] {
            [.integer(task), .integer(date?.endMilliseconds ?? .max)]
        }
    }
}

/// The path of a URL as written, with references in place of values: `{{base}}/orders/{{id}}?limit=1`.
struct WrittenPath: Sendable {
    /// The text between the references, or `nil` if no path is written.
    private let parts: [Substring]?

    init(of url: String) {
        var rest = url[...]
        if let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...].drop { $0 != "/" }
        } else if rest.hasPrefix("{{"), let end = rest.firstRange(of: "}}") {
            rest = rest[end.upperBound...].drop { $0 != "/" }
        }
        guard rest.hasPrefix("/") else {
            parts = nil
            return
        }
        rest = rest.prefix(before: "?", "#")
        var parts: [Substring] = []
        while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}")
        {
            parts.append(rest[..<start.lowerBound])
            rest = rest[end.upperBound...]
        }
        self.parts = parts + [rest]
    }

    /// Returns whether a URL may result from the written path, or `nil` if that cannot be determined.
    func fits(_ url: String) -> Bool? {
        guard let parts, let first = parts.first, let last = parts.last else { return nil }
        guard var rest = RequestURL(kept: url)?.path[...] else { return false }
        if parts.count == 1 { return rest == first }
        guard rest.hasPrefix(first) else { return false }
        rest = rest.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let place = rest.firstRange(of: part) else { return false }
            rest = rest[place.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}

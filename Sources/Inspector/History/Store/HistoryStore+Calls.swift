import ClientEngine
import ClientEngineRecording
import FoundationEssentials
import InspectorValues

/// A saved request, as its calls are found in the history.
package struct SavedCall: Sendable {
    fileprivate let file: String
    fileprivate let name: String?
    fileprivate let method: String
    fileprivate let line: Int
    fileprivate let path: WrittenPath

    /// Creates the call of a saved request, whose file counts from a folder; looks at the disk.
    package init(_ entry: SavedEntry, in folder: String) {
        file = SummaryRow.place(of: entry.reference.file, in: folder)
        name = entry.name
        method = entry.method.uppercased()
        line = entry.reference.line
        path = WrittenPath(of: entry.url)
    }

    /// Creates the call that a task was, from its file's place.
    ///
    /// Without a name it is found by its line: nothing tells how its path was written.
    fileprivate init(file: String, name: String?, method: String, line: Int) {
        (self.file, self.name, self.method, self.line) = (file, name, method.uppercased(), line)
        path = WrittenPath(of: "")
    }
}

// A saved request is found again by its file and its name, wherever it stands in the file; without a name, and after a change of the
// name, by the path that it asks for, and of several such requests the one in the same line.
extension HistoryStore {
    private typealias Call = (task: Int, line: Int?, hasFailed: Bool, kind: String?)

    /// Returns what is known of a saved request's calls; nil where there is none.
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

    /// The calls from a request's file that have a name, or none, or stand in its line; the newest first.
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

    /// Returns the last call before a kept one that was of the same saved request, or else asked for the same URL.
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

    /// Returns the same for a task that need not be kept, among those that were begun before a time.
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

    /// The end of the calls that are looked at: a task, or a time.
    private struct End {
        static let never = End()
        /// The condition that a summary comes before it, with the fourth parameter and the fifth.
        static let condition = "summary.task < ?4 AND summary.created < ?5"

        var task = Int.max
        var date: Date?

        var values: [SQLValue] {
            [.integer(task), .integer(date?.endMilliseconds ?? .max)]
        }
    }
}

/// The path of a URL as it is written, with references in the place of values: `{{base}}/orders/{{id}}?limit=1`.
struct WrittenPath: Sendable {
    /// The text between the references; nil where no path is written.
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

    /// Returns whether a URL can have been made of it; nil where nothing tells.
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

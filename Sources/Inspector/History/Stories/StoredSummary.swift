import ClientEngine
import FoundationEssentials
import Glibc
import InspectorValues

/// The facts of a kept task that lists, filters and figures read, without its story: a row of the table `summary`.
struct StoredSummary {
    /// The columns behind that of the task.
    static let columns = [
        "created", "elapsed", "method", "url", "name", "file", "line", "kind", "status", "size", "first_byte",
        "wait",
        "type", "mock", "mock_name", "state", "verdict", "attempts", "passed", "error", "phase",
        "is_redirected",
        "is_reused", "timed",
    ]

    /// The statement that keeps the values of a number of tasks, each behind the number of its row.
    static func insertion(of count: Int) -> String {
        """
        INSERT INTO summary (task, \(columns.joined(separator: ", ")))
        VALUES \(Database.places(1 + columns.count, rows: count))
        """
    }

    let values: [SQLValue]

    /// Sums a finished task up that has no secrets in its columns.
    init(_ record: TaskRecord, _ columns: StoredTask.Columns, mock: String?, place: String?) {
        let summary = TaskSummary(record, now: record.created)
        let hidesNothing = record.origin.url?.text == columns.url
        let kind = CallKind(
            method: columns.method, url: hidesNothing ? record.origin.url : RequestURL(kept: columns.url),
            name: columns.name)
        values = [
            .integer(columns.created), .integer(columns.elapsed), .text(columns.method), .text(columns.url),
            SQLValue(columns.name), SQLValue(place),
            SQLValue(record.origin.provenance.line), SQLValue(kind?.description), SQLValue(summary.status),
            SQLValue(summary.bodySize), SQLValue(summary.timeToFirstByte.map { Int($0.nanoseconds) }),
            SQLValue(summary.wait.map { Int($0.nanoseconds) }), .text(summary.labels.type),
            SQLValue(record.mock?.id), SQLValue(mock), .text(summary.state.rawValue), .text(columns.verdict),
            .integer(columns.attempts), SQLValue(summary.haveAssertionsPassed.map { $0 ? 1 : 0 }),
            SQLValue(summary.errorKind?.rawValue), SQLValue(summary.errorPhase?.rawValue),
            .integer(summary.isRedirected ? 1 : 0), .integer(summary.isReused ? 1 : 0),
            SQLValue(record.isComparable ? columns.elapsed : nil),
        ]
    }

    /// The path by which a file is found again from any folder.
    static func place(of file: String, in folder: String?) -> String {
        let path = file.hasPrefix("/") ? file : "\(folder ?? ".")/\(file)"
        guard let resolved = realpath(path, nil) else {
            return URL(filePath: path).standardizedFileURL.path
        }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

import ClientEngine
import FoundationEssentials
import Glibc
import InspectorTaskFilter
import InspectorValues

/// A row of the table `summary`: the summary of a stored task, with columns that only the history needs.
struct SummaryRow {
    /// The columns after the task's number.
    static let columns = """
        created, elapsed, method, url, name, file, line, kind, status, size, first_byte, wait, type, mock, mock_name, state, \
        verdict, attempts, passed, error, phase, is_redirected, is_reused, timed
        """

    /// The number of columns.
    static let count = columns.utf8.count { $0 == UInt8(ascii: ",") } + 1

    /// The indices of columns in a row that starts with the task's number.
    enum Column {
        static let created = 1, url = 4, kind = 8, timed = 24
    }

    /// Returns the statement that inserts the summaries of `count` tasks, each with its row number first.
    static func insertion(of count: Int) -> String {
        let row = "(?" + String(repeating: ", ?", count: self.count) + ")"
        return "INSERT INTO summary (task, \(columns)) VALUES \(Database.rows(row, count))"
    }

    private let summary: TaskSummary
    private let elapsed: Int
    /// Milliseconds since 1970.
    private let created: Int
    /// The location of the request's file, independent of the current folder.
    private let place: String?
    private let line: Int?
    private let kind: String?

    /// Summarises a finished task whose secrets were removed.
    ///
    /// Returns `nil` for a live one.
    init?(_ record: borrowing TaskRecord, place: String?, _ lastKind: inout LastKind) {
        guard let ended = record.ended, record.verdict != nil else { return nil }
        let origin = record.origin
        summary = TaskSummary(record, now: ended)
        elapsed = Int(ended.nanoseconds(since: record.created))
        created = origin.date.millisecondsSince1970
        (self.place, line) = (place, origin.line)
        kind = lastKind.text(
            method: origin.request.method.rawValue, url: origin.url ?? RequestURL(kept: origin.request.url),
            name: origin.request.name)
    }

    /// Binds the values of the columns.
    func bind(to row: Statement) throws(HistoryError) {
        let request = summary.asked.request
        try row.bind(created)
        try row.bind(elapsed)
        try row.bind(request.method.rawValue)
        try row.bind(summary.asked.urlText)
        try row.bind(request.name)
        try row.bind(place)
        try row.bind(line)
        try row.bind(kind)
        try row.bind(summary.status?.rawValue)
        try row.bind(summary.bodySize)
        try row.bind(summary.timeToFirstByte.map { Int($0.nanoseconds) })
        try row.bind(summary.wait.map { Int($0.nanoseconds) })
        try row.bind(summary.labels.type)
        try row.bind(summary.labels.mock?.id)
        try row.bind(summary.labels.mock?.name)
        try row.bind(summary.state.rawValue)
        try row.bind(summary.verdict?.rawValue)
        try row.bind(Int(summary.attempts))
        try row.bind(summary.haveAssertionsPassed.map { $0 ? 1 : 0 })
        try row.bind(summary.errorKind?.rawValue)
        try row.bind(summary.errorPhase?.rawValue)
        try row.bind(summary.isRedirected ? 1 : 0)
        try row.bind(summary.isReused ? 1 : 0)
        try row.bind(summary.isComparable ? elapsed : nil)
    }

    /// Returns a path that identifies a file independently of the current folder.
    static func place(of file: String, in folder: String?) -> String {
        let path = file.hasPrefix("/") ? file : "\(folder ?? ".")/\(file)"
        guard let resolved = realpath(path, nil) else {
            return URL(filePath: path).standardizedFileURL.path
        }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

extension TaskSummary {
    /// Creates a summary from a row of the task's number and the columns of ``SummaryRow``.
    ///
    /// Its times count from 1970.
    init?(_ row: Statement, program: AskingProgram?) {
        guard let state = TaskState.Name(rawValue: row.text(16)),
            let verdict = TaskRecord.Verdict(rawValue: row.text(17))
        else { return nil }
        let url = row.text(SummaryRow.Column.url)
        let created = row.time(SummaryRow.Column.created)
        let origin = TaskOrigin(
            request: Request(method: HTTPMethod(rawValue: row.text(3)), url: url), url: RequestURL(kept: url),
            date: Date(storedMilliseconds: created))
        let mock = row.isNull(14) ? nil : MockReference(id: row.text(14), name: row.text(15))
        self.init(
            id: row.integer(0), asked: ResolvedRequest(origin),
            labels: Labels(type: row.text(13), mock: mock, program: program),
            created: Instant(milliseconds: created),
            elapsed: row.duration(2) ?? .zero, firstByte: row.duration(11), wait: row.duration(12),
            bodySize: row.size(10), status: row.count(9).map { StatusCode(rawValue: $0) },
            attempts: row.count(18) ?? 0, state: state,
            verdict: verdict, haveAssertionsPassed: row.optional(19).map { $0 == 1 },
            errorKind: row.optionalText(20).flatMap { ClientError.Kind(rawValue: $0) },
            errorPhase: row.optionalText(21).flatMap { Phase(rawValue: $0) },
            isRedirected: row.integer(22) == 1, isReused: row.integer(23) == 1)
    }
}

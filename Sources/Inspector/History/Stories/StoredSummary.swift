import ClientEngine
import FoundationEssentials
import Glibc
import InspectorValues

/// The facts of a kept task that lists, filters and figures read, without its story: a row of the table `summary`.
struct StoredSummary: ~Copyable {
    /// The columns behind that of the task; others need another version of the journal, which holds their values.
    static let columns = """
        created, elapsed, method, url, name, file, line, kind, status, size, first_byte, wait, type, mock, mock_name, state, \
        verdict, attempts, passed, error, phase, is_redirected, is_reused, timed
        """

    /// The number of the columns.
    static let count = columns.utf8.count { $0 == UInt8(ascii: ",") } + 1

    /// The statement that keeps the values of a number of tasks, each behind the number of its row.
    static func insertion(of count: Int) -> String {
        let row = "(?" + String(repeating: ", ?", count: self.count) + ")"
        return "INSERT INTO summary (task, \(columns)) VALUES \(Database.rows(row, count))"
    }

    /// Milliseconds since 1970.
    let created: Int
    /// Nanoseconds.
    let elapsed: Int
    let method: String
    let url: String
    let name: String?
    /// The file of the request, from any folder.
    let place: String?
    let line: Int?
    let kind: String?
    let status: StatusCode?
    let bodySize: Int?
    /// From the start of the newest answered exchange to the first byte of the answer.
    let firstByte: Duration?
    /// The time that the last exchange waited for the first byte.
    let wait: Duration?
    /// The media type of the newest answer; empty where there is none.
    let type: String
    let mockID: String?
    let mockName: String?
    let state: TaskState.Name
    let verdict: TaskRecord.Verdict
    let attempts: Int
    let haveAssertionsPassed: Bool?
    let errorKind: ClientError.Kind?
    let errorPhase: Phase?
    let isRedirected: Bool
    let isReused: Bool
    /// Nanoseconds, where the call can be compared with others.
    let timed: Int?

    /// Sums a finished task up that has no secrets; nil for a live one.
    init?(_ record: borrowing TaskRecord, place: String?, _ lastKind: inout LastKind) {
        guard let ended = record.ended, let verdict = record.verdict else { return nil }
        let (answered, error) = (record.lastAnswered, record.error)
        created = record.origin.date.millisecondsSince1970
        elapsed = Int(ended.nanoseconds(since: record.created))
        method = record.origin.request.method.rawValue
        url = record.origin.url?.text ?? record.origin.request.url
        (name, self.place, line) = (record.origin.request.name, place, record.origin.line)
        (mockID, mockName) = (record.mock?.id, record.mock?.name)
        kind = lastKind.text(
            method: method, url: record.origin.url ?? RequestURL(kept: url), name: name)
        (status, bodySize) = (record.status, answered?.bodySize)
        firstByte = answered?.timeToFirstByte
        wait = record.lastExchange?.duration(of: .wait, now: record.created)
        type = answered?.head?.headers["Content-Type"] ?? ""
        (state, self.verdict, attempts) = (record.state.name, verdict, record.attempts.count)
        haveAssertionsPassed = record.haveAssertionsPassed
        (errorKind, errorPhase) = (error?.kind, error?.phase)
        (isRedirected, isReused) = (record.isRedirected, record.isReused)
        timed = record.isComparable ? elapsed : nil
    }

    /// Hands over the values of the columns.
    func bind<Sink: RowSink>(to sink: Sink) throws(Sink.Failure) {
        try sink.bind(created)
        try sink.bind(elapsed)
        try sink.bind(method)
        try sink.bind(url)
        try sink.bind(name)
        try sink.bind(place)
        try sink.bind(line)
        try sink.bind(kind)
        try sink.bind(status?.rawValue)
        try sink.bind(bodySize)
        try sink.bind(firstByte.map { Int($0.nanoseconds) })
        try sink.bind(wait.map { Int($0.nanoseconds) })
        try sink.bind(type)
        try sink.bind(mockID)
        try sink.bind(mockName)
        try sink.bind(state.rawValue)
        try sink.bind(verdict.rawValue)
        try sink.bind(attempts)
        try sink.bind(haveAssertionsPassed.map { $0 ? 1 : 0 })
        try sink.bind(errorKind?.rawValue)
        try sink.bind(errorPhase?.rawValue)
        try sink.bind(isRedirected ? 1 : 0)
        try sink.bind(isReused ? 1 : 0)
        try sink.bind(timed)
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

/// The kind of calls that a task was of: mostly, the next one is of the same.
struct LastKind {
    private var method = ""
    private var url: RequestURL?
    private var name: String?
    private var text: String?

    /// Returns the kind as a text; nil where there is no URL.
    mutating func text(method: String, url: RequestURL?, name: String?) -> String? {
        guard let url else { return nil }
        if self.url?.hasSamePath(as: url) == true, self.method == method, self.name == name { return text }
        (self.method, self.url, self.name) = (method, url, name)
        text = CallKind(method: method, url: url, name: name)?.description
        return text
    }
}

extension RequestURL {
    /// Indicates whether both lead to the same path of the same server, whatever their queries.
    fileprivate func hasSamePath(as other: RequestURL) -> Bool {
        path == other.path && host == other.host && port == other.port && scheme == other.scheme
    }
}

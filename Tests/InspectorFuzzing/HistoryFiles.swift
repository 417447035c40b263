import CInspectorSQLite
import ClientEngine
import ClientEngineRecording
import Foundation
import InspectorHistory

/// The files of a history with three tasks, restored before every input.
final class HistoryFiles: Sendable {
    let folder: HistoryFolder
    private let path: String
    /// Arrays, because the leak sanitizer does not see the bytes of a `Data`, whose pointer is tagged.
    private let files: [String: [UInt8]]

    /// Writes the tasks, or copies the files that an earlier version wrote.
    init(ofVersion version: Int? = nil) {
        path = NSTemporaryDirectory() + "/fuzz-\(UUID().uuidString)"
        folder = HistoryFolder(path: path)
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
        let source = version.map { "\(tests)/InspectorTests/History/Fixtures/version-\($0)" } ?? path
        if version == nil {
            let writer = HistoryWriter(
                HistorySession(folder: folder, command: "fuzz", redaction: Redaction()))
            for number in 1...3 { writer.add(.sample(number)) }
            _ = writer.finish(within: .seconds(60))
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: source)) ?? []
        files = Dictionary(
            uniqueKeysWithValues: names.compactMap { name in
                FileManager.default.contents(atPath: "\(source)/\(name)").map { (name, [UInt8]($0)) }
            })
    }

    /// Restores the files as the program wrote them.
    func restored() -> HistoryFiles {
        try? FileManager.default.removeItem(atPath: path)
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        for (name, bytes) in files {
            _ = FileManager.default.createFile(
                atPath: "\(path)/\(name)", contents: Data(bytes), attributes: [.posixPermissions: 0o600])
        }
        return self
    }

    /// Edits a file.
    ///
    /// Of each four bytes, the first two are the position, the third the kind, and the last the new byte.
    func edit(_ name: String, _ edits: [UInt8]) {
        guard var bytes = files[name], !bytes.isEmpty else { return }
        for start in stride(from: 0, to: edits.count - 3, by: 4) {
            let place = (Int(edits[start]) << 8 | Int(edits[start + 1])) * 7 % bytes.count
            if edits[start + 2] == 0xFF { bytes.removeSubrange(max(1, place)...) }
            bytes[min(place, bytes.count - 1)] = edits[start + 3]
        }
        _ = FileManager.default.createFile(
            atPath: "\(path)/\(name)", contents: Data(bytes), attributes: [.posixPermissions: 0o600])
    }

    /// Sets a column in all rows for each line, which contains the index of the column among all, a blank, and the
    /// value.
    func updateRows(_ lines: String) {
        var code: CInt = 0
        guard let database = csql_open(folder.database, 0, &code) else { return }
        defer { csql_close(database) }
        guard code == 0 else { return }
        let columns = Self.columns(of: database)
        for line in lines.split(separator: "\n").prefix(16) where !columns.isEmpty {
            let words = line.split(separator: " ", maxSplits: 1)
            guard let number = words.first.flatMap({ UInt16($0) }) else { continue }
            Self.run(
                "UPDATE \(columns[Int(number) % columns.count]) = ?", with: String(words.last ?? ""),
                in: database)
        }
    }

    /// Returns the columns of all plain tables, as `"table" SET "column"`.
    private static func columns(of database: OpaquePointer) -> [String] {
        let sql = """
            SELECT '"' || m.name || '" SET "' || c.name || '"' FROM sqlite_master AS m, pragma_table_info(m.name) AS c
            WHERE m.type = 'table' AND m.sql NOT LIKE '%VIRTUAL%' ORDER BY m.name, c.cid
            """
        var (code, length): (CInt, Int) = (0, 0)
        guard let statement = csql_prepare(database, sql, &code) else { return [] }
        defer { csql_destroy(statement) }
        var columns: [String] = []
        while csql_step(statement) == 1, let text = csql_bytes(statement, 0, &length) {
            columns.append(String(decoding: UnsafeBufferPointer(start: text, count: length), as: UTF8.self))
        }
        return columns
    }

    private static func run(_ sql: String, with value: String, in database: OpaquePointer) {
        var code: CInt = 0
        guard let statement = csql_prepare(database, sql, &code) else { return }
        defer { csql_destroy(statement) }
        let bytes = Array(value.utf8)
        bytes.withUnsafeBufferPointer { bytes in
            if let number = Int64(value) {
                csql_bind_integer(statement, 1, number)
            } else {
                csql_bind_bytes(statement, 1, bytes.baseAddress, bytes.count)
            }
            csql_step(statement)
        }
    }
}

extension TaskRecord {
    /// Returns a task with a retry, a new connection and bodies.
    fileprivate static func sample(_ number: Int) -> TaskRecord {
        let url = RequestURL(
            text: "http://h/\(number)", scheme: "http", host: "h", port: 80, path: "/\(number)")
        let request = Request(method: .post, url: url.text, headers: ["A": "b"], body: .text("sent"))
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        var record = TaskRecord(
            id: number, origin: TaskOrigin(request: request, url: url, attemptsAllowed: 2, date: date),
            created: Instant(nanoseconds: 0))
        let plan = RetryPlan(
            reason: .status(503), delay: .seconds(1), until: Instant(nanoseconds: 1_000_000_007),
            explanation: "1s")
        let head = "HTTP/1.1 503 Busy\r\nContent-Type: text/plain\r\n\r\n"
        let kinds: [Event.Kind] = [
            .attemptStarted(reason: nil, waited: nil),
            .exchangeStarted(ExchangeStart(method: .post, url: url, body: request.body)), .phase(.send),
            .sent(total: 4, expected: 4), .phase(.wait), .phase(.receive),
            .head(ResponseHead(wireBytes: Array(head.utf8))), .received(Array("body \(number)".utf8)),
            .delivered(7), .exchangeEnded(ExchangeEnd(trailers: ["T": "1"])),
            .attemptEnded(.response(status: 503), retry: plan), .processing, .taskEnded(.succeeded),
        ]
        for (index, kind) in kinds.enumerated() {
            let at = Instant(nanoseconds: Int64(index) * 1_000)
            record.apply(Event(task: number, attempt: 1, exchange: 1, at: at, kind))
        }
        return record
    }
}

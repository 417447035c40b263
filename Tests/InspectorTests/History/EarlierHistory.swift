import EngineJSON
import Foundation
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import InspectorHistory

extension HistoryScene {
    /// Copies a history written by version 7, with tasks in its journal, to a folder.
    static func copyVersion7(to folder: String) throws {
        let files = FileManager.default
        let fixture = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Fixtures/version-7")
        let parent = URL(filePath: folder).deletingLastPathComponent().path
        try files.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try files.copyItem(atPath: fixture.path, toPath: folder)
        for name in [""] + (files.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []) {
            let path = "\(folder)/\(name)"
            var isFolder: ObjCBool = false
            _ = files.fileExists(atPath: path, isDirectory: &isFolder)
            try files.setAttributes(
                [.posixPermissions: isFolder.boolValue ? 0o700 : 0o600], ofItemAtPath: path)
        }
    }

    /// Rewrites the tables as an earlier version would have written them.
    func makeVersion(_ version: Int) throws {
        let path = folder.database + ".earlier"
        _ = FileManager.default.createFile(
            atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        try fill(Database(path: path), version)
        for file in folder.databaseFiles + [path + "-wal", path + "-shm"] {
            try? FileManager.default.removeItem(atPath: file)
        }
        try FileManager.default.moveItem(atPath: path, toPath: folder.database)
    }

    private func fill(_ database: Database, _ version: Int) throws {
        try database.execute("PRAGMA auto_vacuum=INCREMENTAL; PRAGMA journal_mode=WAL")
        for step in EarlierSchemas.steps.prefix(version) { try database.execute(step) }
        try database.execute(
            """
            PRAGMA user_version=\(version);
            ATTACH '\(folder.database)' AS now;
            INSERT INTO main.session (id, started, command, folder) SELECT * FROM now.session;
            INSERT INTO main.body SELECT * FROM now.body;
            """)
        if version > 1 { try database.execute("INSERT INTO main.summary SELECT * FROM now.summary") }
        try database.run(
            """
            SELECT story, parts, id, session, created, elapsed, method, url, name, status, verdict, attempts
            FROM now.task JOIN now.summary ON task = id
            """
        ) { (row) throws(HistoryError) in
            let task = SQLValue.integer(row.integer(2))
            let file = Self.file(in: row.bytes(0))
            let story = SQLValue.bytes(try Self.story(row, version, in: database))
            let facts: [SQLValue] =
                version > 4
                ? [.integer(0), .integer(0), .text(""), .text(""), .null, .null, .text(""), .integer(0)]
                : [
                    .integer(row.integer(4)), .integer(row.integer(5)), .text(row.text(6)),
                    .text(row.text(7)),
                    SQLValue(row.optionalText(8)), SQLValue(row.optional(9)), .text(row.text(10)),
                    .integer(row.integer(11)),
                ]
            try database.run(
                """
                INSERT INTO main.\(version > 4 ? "task_row" : "task")
                (id, session, number, created, elapsed, method, url, name, status, verdict, attempts, file, story)
                VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, [task, .integer(row.integer(3))] + facts + [file, story])
            let parts = SQLValue.utf8(row.bytes(1))
            if version > 3 {
                try database.run(
                    "UPDATE main.\(version > 4 ? "task_row" : "task") SET parts = ? WHERE id = ?",
                    [parts, task])
            } else {
                try database.run(
                    """
                    INSERT INTO main.task_body SELECT ?, CAST(key AS INTEGER), value FROM json_each(?)
                    \(version < 3 ? "WHERE CAST(key AS INTEGER) >= 0" : "")
                    """, [task, parts])
            }
            return true
        }
        try database.execute("DETACH now")
        try database.checkpoint()
    }

    private static func file(in story: [UInt8]) -> SQLValue {
        SQLValue((try? JSONValue(parsing: story))?["file"]?.string)
    }

    /// Returns the story without the columns of the task's row.
    ///
    /// Before version 3, heads are texts and phases have full names.
    private static func story(_ row: Statement, _ version: Int, in database: Database) throws(HistoryError)
        -> [UInt8]
    {
        guard var story = (try? JSONValue(parsing: row.bytes(0)))?.object, var asked = story["q"]?.object
        else {
            return []
        }
        for name in ["name", "file", "took"] { story[name] = nil }
        let sent = asked["unsent"] == nil ? asked["url"] ?? asked["u"] : nil
        if version < 3 {
            (asked["url"], asked["unsent"]) = (sent, nil)
            var heads: [Int: JSONValue] = [:]
            for part in row.withBytes(1, PartNames.rows) where part.number < 0 {
                try database.run("SELECT content FROM now.body WHERE id = ?", [.integer(part.row)]) { row in
                    let text = String(validating: row.bytes(0), as: UTF8.self)
                    let latin1 = String(String.UnicodeScalarView(row.bytes(0).map { Unicode.Scalar($0) }))
                    heads[part.number] = text.map { .string($0) } ?? [.string(latin1)]
                    return false
                }
            }
            story["a"] = story["a"].map { oldest($0, heads) }
        } else {
            asked["m"] = nil
            if asked["u"] == sent || sent == nil { asked["u"] = nil }
            asked["url"] = nil
        }
        story["q"] = .object(asked)
        return JSONValue.object(story).serializedBytes()
    }

    private static func oldest(_ attempts: JSONValue, _ heads: [Int: JSONValue]) -> JSONValue {
        let changed = (attempts.array ?? []).map { (attempt) -> JSONValue in
            guard var attempt = attempt.object else { return attempt }
            let exchanges = attempt["x"]?.array ?? []
            attempt["x"] = .array(exchanges.map { oldest(exchange: $0, heads) })
            return .object(attempt)
        }
        return .array(changed)
    }

    private static func oldest(exchange: JSONValue, _ heads: [Int: JSONValue]) -> JSONValue {
        guard var members = exchange.object else { return exchange }
        var time = members["t"]?.int ?? 0
        let marks = (members["p"]?.array ?? []).map { (mark) -> JSONValue in
            guard let step = mark.int else {
                let phase = Phase.allCases.first { $0.rawValue.hasPrefix(mark.string ?? "") }
                return .string(phase?.rawValue ?? "")
            }
            time += step
            return JSONValue(time)
        }
        members["p"] = .array(marks)
        // The first requests of the tests all have this start line.
        let fields = members["rq"]?.int.flatMap { heads[$0]?.string }
        members["rq"] = fields.map { .string("GET /x HTTP/1.1\r\n\($0)") }
        members["h"] = members["h"]?.int.flatMap { heads[$0] }
        return .object(members)
    }
}

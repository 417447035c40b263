import ClientEngine
import EngineJSON

// The index holds which three characters in a row occur where. It grows in steps behind what is kept, by the thread that keeps it:
// keeping a task does not wait for it, and neither does a search, which reads what is not in it.
extension HistoryStore {
    /// The text, in bytes, that one step adds: some hundredths of a second, in which nobody else can write.
    private static let stepBytes = 128 << 10
    /// The factor by which reading bytes is faster than adding them.
    private static let readingIsQuicker = 32
    /// The tasks, and the bodies, that one step looks at.
    private static let stepRows = 500

    /// Makes the links of some tasks, and behind the last of them adds some of the tasks and bodies to the index that are not in it;
    /// false when all are.
    package func index() throws(HistoryError) -> Bool {
        guard try isBehind else { return false }
        return try write { () throws(HistoryError) in
            if try link(), try isUnlinked { return true }
            let (lastTask, lastBody) = try indexed
            let tasks = try addTasks(after: lastTask)
            let bodies = try addBodies(after: lastBody)
            try database.run(
                "UPDATE searched SET last_task = ?, last_body = ?",
                [.integer(tasks ?? lastTask), .integer(bodies ?? lastBody)])
            return try isBehind
        }
    }

    /// Indicates whether there are tasks without links, or tasks or bodies that are not in the index.
    package var isBehind: Bool {
        get throws(HistoryError) {
            if try isUnlinked { return true }
            let (lastTask, lastBody) = try indexed
            let task = try database.number("SELECT id FROM task WHERE id > ? LIMIT 1", [.integer(lastTask)])
            if task != nil { return true }
            return try database.number("SELECT id FROM body WHERE id > ? LIMIT 1", [.integer(lastBody)])
                != nil
        }
    }

    /// The last task and the last body that are in the index.
    var indexed: (task: Int, body: Int) {
        get throws(HistoryError) {
            var found = (task: 0, body: 0)
            try database.run("SELECT last_task, last_body FROM searchable") { row in
                found = (row.integer(0), row.integer(1))
                return false
            }
            return found
        }
    }

    /// Adds as many tasks as a step may, and returns the last one.
    private func addTasks(after last: Int) throws(HistoryError) -> Int? {
        try add(
            "INSERT INTO task_text (rowid, text) VALUES (?, ?)",
            of: "SELECT \(try searchedColumns) FROM task WHERE id > ? ORDER BY id LIMIT ?", after: last
        ) { (row) throws(HistoryError) in
            (try text(ofTask: row), 0)
        }
    }

    private func addBodies(after last: Int) throws(HistoryError) -> Int? {
        try add(
            "INSERT INTO body_text (rowid, text) VALUES (?, ?)",
            of: "SELECT id, digest, size, content FROM body WHERE id > ? ORDER BY id LIMIT ?", after: last
        ) { row in
            // Of a body that is no text, or too long to be searched as a whole, the file was read.
            (text(ofBody: row), (row.size(2) ?? 0) / Self.readingIsQuicker)
        }
    }

    private func add(
        _ insertion: String, of rows: String, after last: Int,
        text: (Statement) throws(HistoryError) -> (String?, reading: Int)
    ) throws(HistoryError) -> Int? {
        var (added, bytes) = (nil as Int?, 0)
        try database.run(rows, [.integer(last), .integer(Self.stepRows)]) { (row) throws(HistoryError) in
            let (text, reading) = try text(row)
            bytes += reading
            if let text {
                try database.run(insertion, [.integer(row.integer(0)), .text(text)])
                bytes += text.utf8.count
            }
            added = row.integer(0)
            return bytes < Self.stepBytes
        }
        return added
    }

    /// The text of a row of `digest, size, content` behind its first column.
    func text(ofBody row: Statement) -> String? {
        let bytes = row.isNull(3) ? readFile(digest: row.text(1), size: row.size(2) ?? 0) : row.bytes(3)
        return bytes?.searchable
    }

    /// The columns of a task that is searched.
    var searchedColumns: String {
        get throws(HistoryError) { (["id", "method", "url"] + (try storyColumns)).joined(separator: ", ") }
    }

    /// The text of a row of these columns.
    func text(ofTask row: Statement) throws(HistoryError) -> String {
        Self.text(
            method: row.text(1), url: row.text(2), story: try story(of: row, 3) ?? StoredStory(text: []))
    }

    /// The text of a task that is searched, besides its parts.
    static func text(method: String, url: String, story: StoredStory) -> String {
        if !story.names(anyOf: ownTargets) {
            let method = HTTPMethod(rawValue: method)
            let start = RequestURL(kept: url).map { ExchangeStart(method: method, url: $0) }
            let line = story.names(anyOf: [sentHead]) ? start?.requestLine : nil
            return ["\(method) \(url)", line].compactMap(\.self).joined(separator: "\n")
        }
        var lines = [method + " " + url]
        for attempt in (try? JSONValue(parsing: story.text ?? []))?["a"]?.array ?? [] {
            for exchange in attempt["x"]?.array ?? [] {
                let heads = [exchange["url"], exchange["rq"], exchange["h"]] + (exchange["i"]?.array ?? [])
                lines += heads.compactMap { $0?.string ?? $0?[0]?.string }
                if exchange["rq"]?.int != nil {
                    let method = exchange["m"]?.string ?? method
                    let url = RequestURL(kept: exchange["url"]?.string ?? url)
                    lines +=
                        url.map { [ExchangeStart(method: HTTPMethod(rawValue: method), url: $0).requestLine] }
                        ?? []
                }
            }
        }
        return lines.joined(separator: "\n")
    }
}

/// The names in a story that are not there where the row of the task tells all that was asked for.
///
/// No text in it looks like one: in a text quotation marks are escaped.
private let ownTargets = [#""url":"#, #""m":"#, #""rq":""#, #""rq":["#, #""h":""#, #""i":["#].map {
    RoughText($0)
}
private let sentHead = RoughText(#""rq":"#)

extension ExchangeStart {
    /// The first line of its head where nothing is special about it.
    fileprivate var requestLine: String {
        "\(method.rawValue) \(url.path)\(url.query.map { "?" + $0 } ?? "") HTTP/1.1\r\n"
    }
}

import EngineJSON
import InspectorTaskFilter

// The index holds which three characters in a row occur where: it finds what may match, and whoever asked looks again. It is
// brought up to date when somebody searches, or when nothing else is to be done: keeping a task does not wait for it.
extension HistoryStore {
    /// Adds tasks and bodies to the index that are not in it, at most so many; false when all are.
    package func index(atMost count: Int = 500) throws(HistoryError) -> Bool {
        try write { () throws(HistoryError) in
            let lastTask = try database.number("SELECT last_task FROM searchable") ?? 0
            let lastBody = try database.number("SELECT last_body FROM searchable") ?? 0
            var tasks: [(id: Int, text: String)] = []
            try database.run(
                "SELECT id, method, url, story FROM task WHERE id > ? ORDER BY id LIMIT ?",
                [.integer(lastTask), .integer(count)]
            ) { row in
                let text = Self.text(method: row.text(1), url: row.text(2), story: row.bytes(3))
                tasks.append((row.integer(0), text))
                return true
            }
            for task in tasks {
                try database.run(
                    "INSERT INTO task_text (rowid, text) VALUES (?, ?)",
                    [.integer(task.id), .text(task.text)])
            }
            let bodies = try indexBodies(after: lastBody, atMost: count)
            try database.run(
                "UPDATE searchable SET last_task = ?, last_body = ?",
                [.integer(tasks.last?.id ?? lastTask), .integer(bodies.last ?? lastBody)])
            return tasks.count == count || bodies.count == count
        }
    }

    private func indexBodies(after last: Int, atMost count: Int) throws(HistoryError) -> [Int] {
        var bodies: [(id: Int, text: String?)] = []
        try database.run(
            "SELECT id, digest, size, content FROM body WHERE id > ? ORDER BY id LIMIT ?",
            [.integer(last), .integer(count)]
        ) { row in
            bodies.append((row.integer(0), text(ofBody: row)))
            return true
        }
        for body in bodies {
            guard let text = body.text else { continue }
            try database.run(
                "INSERT INTO body_text (rowid, text) VALUES (?, ?)", [.integer(body.id), .text(text)])
        }
        return bodies.map(\.id)
    }

    /// The text of a row of `digest, size, content` behind its first column.
    func text(ofBody row: Statement) -> String? {
        let bytes = row.isNull(3) ? readFile(digest: row.text(1), size: row.integer(2)) : row.bytes(3)
        return bytes?.searchable
    }

    /// The text of a task that is searched, besides its bodies.
    static func text(method: String, url: String, story: [UInt8]) -> String {
        var lines = [method + " " + url]
        for attempt in (try? JSONValue(parsing: story))?["a"]?.array ?? [] {
            for exchange in attempt["x"]?.array ?? [] {
                let heads = [exchange["url"], exchange["rq"], exchange["h"]] + (exchange["i"]?.array ?? [])
                lines += heads.compactMap { $0?.string ?? $0?[0]?.string }
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the tasks in which all texts of a query may occur; nil where they do not tell.
    package func candidates(for texts: [TaskQuery.Text]) throws(HistoryError) -> Set<Int>? {
        var candidates: Set<Int>?
        for wanted in texts {
            guard let ids = try self.candidates(for: wanted.text, in: wanted.part) else { continue }
            candidates = candidates?.intersection(ids) ?? ids
        }
        return candidates
    }

    /// Brings the index up to date, for at most so long; the search works without, too, and only takes longer.
    package static func bringIndexUpToDate(in folder: HistoryFolder, within limit: Duration = .seconds(2)) {
        guard let store = try? HistoryStore(changing: folder) else { return }
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end, (try? store.index()) == true {}
    }

    /// Returns the tasks in which a text may occur; nil where it is too short to tell.
    package func candidates(for text: String, in part: SearchedPart) throws(HistoryError) -> Set<Int>? {
        let characters = Array(text.unicodeScalars)
        guard characters.count >= 3 else { return nil }
        let trigrams = Set(
            (0...characters.count - 3).map {
                String(String.UnicodeScalarView(characters[$0..<$0 + 3]))
            })
        let query = trigrams.sorted().map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
            .joined(separator: " AND ")
        var found: Set<Int> = []
        let sql =
            switch part {
            case .header: "SELECT rowid FROM task_text WHERE task_text MATCH ?"
            case .body:
                """
                SELECT DISTINCT task FROM task_body WHERE body IN
                (SELECT rowid FROM body_text WHERE body_text MATCH ?)
                """
            }
        try database.run(sql, [.text(query)]) { row in
            found.insert(row.integer(0))
            return true
        }
        // What came after the index was brought up to date may match as well.
        let rest =
            switch part {
            case .header: "SELECT id FROM task WHERE id > (SELECT last_task FROM searchable)"
            case .body:
                "SELECT DISTINCT task FROM task_body WHERE body > (SELECT last_body FROM searchable)"
            }
        try database.run(rest) { row in
            found.insert(row.integer(0))
            return true
        }
        return found
    }
}

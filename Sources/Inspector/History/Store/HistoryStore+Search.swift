import ClientEngine
import InspectorTaskFilter

// A search asks the index for what it holds, and looks through the rest: what is found may match, and whoever asked looks again.
extension HistoryStore {
    /// Returns the tasks in which all texts of a query may occur; nil where it has none.
    ///
    /// `goesOn` is asked now and then.
    func candidates(
        for texts: [TaskQuery.Text], while goesOn: () -> Bool = { true }
    ) throws(HistoryError) -> Set<Int>? {
        var candidates: Set<Int>?
        for wanted in texts {
            let ids = try self.candidates(for: wanted.text, in: wanted.part, while: goesOn)
            candidates = candidates?.intersection(ids) ?? ids
        }
        return candidates
    }

    /// Returns the tasks in which a text may occur; about one of fewer than three characters the index does not tell.
    func candidates(
        for text: String, in part: SearchedPart, while goesOn: () -> Bool = { true }
    ) throws(HistoryError) -> Set<Int> {
        let rough = RoughText(text)
        guard text.unicodeScalars.count >= 3 else {
            return try tasks(after: (0, 0), holding: rough, in: part, while: goesOn)
        }
        var found = try tasks(after: try indexed, holding: rough, in: part, while: goesOn)
        let trigrams = SQLValue.text(Self.trigrams(of: text))
        let holding = "(SELECT rowid FROM body_text WHERE body_text MATCH ?1)"
        // Those without links first: a task that gets its links meanwhile is found by them.
        if try hasLinks, try isUnlinked {
            try database.run(
                "\(Self.unlinkedParts) AND \(part.isKept) AND body IN \(holding)",
                [trigrams, .integer(try lastLinked)]
            ) {
                found.insert($0.integer(0))
                return goesOn()
            }
        }
        try database.run("SELECT task FROM task_body WHERE \(part.isKept) AND body IN \(holding)", [trigrams])
        {
            found.insert($0.integer(0))
            return true
        }
        guard part == .header else { return found }
        try database.run("SELECT rowid FROM task_text WHERE task_text MATCH ?1", [trigrams]) {
            found.insert($0.integer(0))
            return true
        }
        return found
    }

    /// The statement that finds the parts of tasks without links, behind the task of its second parameter.
    private static let unlinkedParts = """
        SELECT task, body FROM (
            SELECT task.id AS task, CAST(part.key AS INTEGER) AS number, part.value AS body
            FROM task, json_each(task.parts) AS part WHERE task.id > ?2
        ) WHERE true
        """

    /// The query for all that stands three characters in a row in a text.
    private static func trigrams(of text: String) -> String {
        let characters = Array(text.unicodeScalars)
        let trigrams = Set(
            (0...characters.count - 3).map { String(String.UnicodeScalarView(characters[$0..<$0 + 3])) })
        return trigrams.sorted().map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(
            separator: " AND ")
    }

    /// Looks through the tasks and bodies behind those with these numbers.
    private func tasks(
        after last: (task: Int, body: Int), holding text: RoughText, in part: SearchedPart,
        while goesOn: () -> Bool
    ) throws(HistoryError) -> Set<Int> {
        var bodies: Set<Int> = []
        try database.run("SELECT id, digest, size, content FROM body WHERE id > ?", [.integer(last.body)]) {
            row in
            if mayOccur(text, inBody: row) { bodies.insert(row.integer(0)) }
            return goesOn()
        }
        var tasks = try self.tasks(with: bodies, in: part, while: goesOn)
        guard part == .header else { return tasks }
        try database.run("SELECT \(try searchedColumns) FROM task WHERE id > ?", [.integer(last.task)]) {
            (row) throws(HistoryError) in
            if text.mayOccur(in: try self.text(ofTask: row)) { tasks.insert(row.integer(0)) }
            return goesOn()
        }
        return tasks
    }

    private func tasks(
        with bodies: Set<Int>, in part: SearchedPart, while goesOn: () -> Bool
    ) throws(HistoryError) -> Set<Int> {
        var tasks: Set<Int> = []
        guard !bodies.isEmpty else { return tasks }
        if try hasLinks {
            try database.run(
                "\(Self.unlinkedParts) AND \(part.isKept)", [.null, .integer(try lastLinked)]
            ) { row in
                if bodies.contains(row.integer(1)) { tasks.insert(row.integer(0)) }
                return goesOn()
            }
        }
        for body in bodies {
            try database.run("SELECT task FROM task_body WHERE body = ? AND \(part.isKept)", [.integer(body)])
            { row in
                tasks.insert(row.integer(0))
                return true
            }
        }
        return tasks
    }

    /// Looks through a row of `digest, size, content` behind its first column.
    private func mayOccur(_ text: RoughText, inBody row: Statement) -> Bool {
        guard row.isNull(3) else { return row.withBytes(3) { text.mayOccur(in: $0) } }
        let bytes = readFile(digest: row.text(1), size: row.size(2) ?? 0) ?? []
        return bytes.withUnsafeBufferPointer { text.mayOccur(in: $0) }
    }
}

extension SearchedPart {
    /// The condition for the parts of tasks that are searched.
    fileprivate var isKept: String { self == .header ? "number < 0" : "number >= 0" }
}

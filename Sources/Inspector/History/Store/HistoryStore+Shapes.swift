import EngineJSON

// The shapes of stories: each is there once, for all tasks whose stories have the same.
extension HistoryStore {
    /// The first version of the tables that has shapes.
    private static let firstVersion = 6

    /// The columns of a story, in a table or a view that has them; tables of an earlier version have no shapes.
    var storyColumns: [String] {
        get throws(HistoryError) {
            let hasShapes = try database.number("PRAGMA user_version") ?? 0 >= Self.firstVersion
            return ["story", hasShapes ? "shape" : "NULL"]
        }
    }

    /// Reads a story from a row of its columns, of which the first is this one; nil where its shape is not there.
    func story(of row: Statement, _ column: Int) throws(HistoryError) -> StoredStory? {
        let bytes = row.bytes(column)
        guard let number = row.optional(column + 1) else { return StoredStory(text: bytes) }
        return try shape(number).map { StoredStory($0, bytes) }
    }

    private func shape(_ number: Int) throws(HistoryError) -> JSONShape? {
        if let known = readShapes[number] { return known }
        var shape: JSONShape?
        try database.run("SELECT text FROM shape WHERE id = ?", [.integer(number)]) { row in
            shape = JSONShape(row.bytes(0))
            return false
        }
        if readShapes.count >= Self.mostKeptShapes { readShapes = [:] }
        readShapes[number] = shape
        return shape
    }

    /// Returns where a shape is kept, once for all stories that have the same.
    func row(of shape: JSONShape) throws(HistoryError) -> Int {
        if let lastShape, lastShape.shape === shape { return lastShape.row }
        if let known = keptShapes[ObjectIdentifier(shape)] {
            lastShape = known
            return known.row
        }
        let text = SQLValue.bytes(shape.bytes)
        let row = try database.number("SELECT id FROM shape WHERE text = ?", [text])
        if row == nil { try database.run("INSERT INTO shape (text) VALUES (?)", [text]) }
        let new = (shape: shape, row: row ?? database.lastRow)
        if keptShapes.count >= Self.mostKeptShapes { keptShapes = [:] }
        keptShapes[ObjectIdentifier(shape)] = new
        lastShape = new
        return new.row
    }
}

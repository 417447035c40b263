import EngineJSON
import InspectorValues
import InspectorWorkspace

/// The rows of `--data`: each gives variables their values for a run of its own.
///
///     user,password            [{"user": "ada", "age": 36},
///     ada,"l,o""ve"             {"user": "alan"}]
///     alan,enigma
struct DataRows: Equatable {
    struct Row: Equatable {
        /// The line of the row in its file; of JSON its number, from 1.
        var line: Int
        var values: [Options.Variable]
    }

    let path: String
    private(set) var rows: [Row] = []

    init(path: String) throws(FileError) {
        try self.init(try RegularFile(path).contents(), path: path)
    }

    /// Reads JSON where the name or the first character says so, and CSV (RFC 4180) otherwise.
    init(_ bytes: [UInt8], path: String) throws(FileError) {
        self.path = path
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw FileError(path, "is not UTF-8")
        }
        let isJSON = path.lowercased().hasSuffix(".json") || text.first { !$0.isWhitespace } == "["
        if isJSON { try readJSON(text) } else { try readCSV(text) }
        guard !rows.isEmpty else { throw FileError(path, "holds no row") }
    }

    // MARK: JSON

    private mutating func readJSON(_ text: String) throws(FileError) {
        guard let value = try? JSONValue(parsing: text) else { throw FileError(path, "is not JSON") }
        guard let items = value.array else {
            throw FileError(path, "is not an array of objects, one for each run")
        }
        for (index, item) in items.enumerated() {
            guard case .object(let object) = item else {
                throw FileError(path, "row \(index + 1) is not an object")
            }
            let values = object.members.map { member in
                Options.Variable(name: member.name, value: member.value.string ?? member.value.printed())
            }
            rows.append(Row(line: index + 1, values: values))
        }
    }

    // MARK: CSV

    private mutating func readCSV(_ text: String) throws(FileError) {
        var reader = CSVReader(text)
        guard let header = try next(&reader) else { return }
        for (index, name) in header.cells.enumerated() where header.cells.firstIndex(of: name) != index {
            throw FileError("\(path):\(header.line)", "the header names “\(name)” twice")
        }
        guard !header.cells.contains("") else {
            throw FileError("\(path):\(header.line)", "a column of the header has no name")
        }
        while let row = try next(&reader) {
            guard row.cells.count == header.cells.count else {
                throw FileError(
                    "\(path):\(row.line)",
                    "the row has \(row.cells.count.of("value")), the header \(header.cells.count.of("name"))")
            }
            let values = zip(header.cells, row.cells).map { Options.Variable(name: $0, value: $1) }
            rows.append(Row(line: row.line, values: values))
        }
    }

    private func next(_ reader: inout CSVReader) throws(FileError) -> CSVReader.Row? {
        do throws(CSVReader.SyntaxError) {
            return try reader.next()
        } catch {
            throw FileError("\(path):\(error.line)", error.message)
        }
    }
}

/// Reads the rows of CSV; empty lines are no rows.
struct CSVReader {
    struct Row: Equatable {
        var line: Int
        var cells: [String]
    }

    struct SyntaxError: Error, Equatable {
        var line: Int
        var message: String
    }

    private var rest: Substring.UnicodeScalarView
    private var line = 1

    init(_ text: String) {
        rest = Substring(text).unicodeScalars
        if rest.first == "\u{FEFF}" { rest.removeFirst() }
    }

    mutating func next() throws(SyntaxError) -> Row? {
        while rest.first == "\n" || rest.first == "\r" { takeLineEnd() }
        guard !rest.isEmpty else { return nil }
        var row = Row(line: line, cells: [])
        while true {
            row.cells.append(rest.first == "\"" ? try quoted() : plain())
            switch rest.first {
            case ",": rest.removeFirst()
            case nil: return row
            case "\n", "\r":
                takeLineEnd()
                return row
            default:
                throw SyntaxError(line: line, message: "something stands behind the closing quotation mark")
            }
        }
    }

    private mutating func plain() -> String {
        let end = rest.firstIndex { [",", "\n", "\r"].contains($0) } ?? rest.endIndex
        defer { rest = rest[end...] }
        return String(rest[..<end])
    }

    private mutating func quoted() throws(SyntaxError) -> String {
        let start = line
        rest.removeFirst()
        var cell = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            if scalar == "\"" {
                guard rest.first == "\"" else { return String(cell) }
                rest.removeFirst()
            }
            if scalar == "\n" { line += 1 }
            cell.append(scalar)
        }
        throw SyntaxError(line: start, message: "a quotation mark is not closed")
    }

    private mutating func takeLineEnd() {
        if rest.popFirst() == "\r", rest.first == "\n" { rest.removeFirst() }
        line += 1
    }
}

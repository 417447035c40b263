import CInspectorSQLite
import ClientEngine
import Glibc

/// An SQLite database, for one thread at a time.
final class Database {
    private let pointer: OpaquePointer
    @exclusivity(unchecked) private var prepared: [String: Statement] = [:]

    /// The way to use an open file.
    enum Access {
        case writing, reading
        /// Reading without a log, for a file that no process can write.
        ///
        /// SQLite would otherwise try to create a log next to it.
        case readingWhatNobodyWrites
    }

    /// Opens an existing file.
    init(path: String, for access: Access = .writing) throws(HistoryError) {
        var code: Int32 = 0
        var information = stat()
        // Opening a FIFO would block.
        guard stat(path, &information) != 0 || information.st_mode & S_IFMT == S_IFREG else {
            throw HistoryError(.other, "\(path) is not a regular file")
        }
        let name =
            access == .readingWhatNobodyWrites
            ? "file:\(path.percentEncoded { !$0.isUnreservedInURL && $0 != UInt8(ascii: "/") })?immutable=1"
            : path
        guard let pointer = csql_open(name, access == .writing ? 0 : 1, &code) else {
            throw HistoryError(.other, "SQLite has no memory")
        }
        self.pointer = pointer
        guard code == 0 else { throw error(code) }
    }

    deinit {
        prepared = [:]
        csql_close(pointer)
    }

    /// Executes SQL without parameters.
    ///
    /// Semicolons separate several statements.
    func execute(_ sql: String) throws(HistoryError) {
        let code = csql_execute(pointer, sql)
        guard code == 0 else { throw error(code) }
    }

    /// Executes a statement and calls `row` for each row, until it returns `false`.
    func run(
        _ sql: String, _ values: [SQLValue] = [],
        row: (Statement) throws(HistoryError) -> Bool = { _ in true }
    ) throws(HistoryError) {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() { if try !row(statement) { return } }
    }

    /// Executes a statement that returns no rows.
    ///
    /// `binding` binds its values.
    func run(
        _ sql: String, binding: (Statement) throws(HistoryError) -> Void
    ) throws(HistoryError) {
        try run(try statement(sql), binding: binding)
    }

    /// Executes a prepared statement that returns no rows.
    ///
    /// `binding` binds its values.
    func run(
        _ statement: Statement, binding: (Statement) throws(HistoryError) -> Void
    ) throws(HistoryError) {
        defer { statement.reset() }
        try binding(statement)
        while try statement.step() {}
    }

    /// Returns the first column of the first row as a number, or `nil` if there is no row or the column is NULL.
    func number(_ sql: String, _ values: [SQLValue] = []) throws(HistoryError) -> Int? {
        var number: Int?
        try run(sql, values) { row in
            number = row.isNull(0) ? nil : row.integer(0)
            return false
        }
        return number
    }

    /// Performs `work` in a transaction, which is rolled back if `work` throws.
    func transaction<Result>(_ work: () throws(HistoryError) -> Result) throws(HistoryError) -> Result {
        try execute("BEGIN IMMEDIATE")
        do throws(HistoryError) {
            let result = try work()
            try execute("COMMIT")
            return result
        } catch {
            // SQLite may have rolled back already, for example if the disk is full.
            _ = csql_execute(pointer, "ROLLBACK")
            throw error
        }
    }

    /// Copies the log into the file.
    ///
    /// The caller must hold the lock of all writers.
    func checkpoint() throws(HistoryError) {
        let code = csql_checkpoint(pointer)
        guard code == 0 else { throw error(code) }
    }

    /// Returns a row of an `INSERT` repeated `count` times: `(?, 0), (?, 0)`.
    static func rows(_ row: String, _ count: Int) -> String {
        (1..<count).reduce(row) { rows, _ in rows + ", " + row }
    }

    var lastRow: Int { Int(csql_last_row(pointer)) }

    func error(_ code: Int32) -> HistoryError {
        let text = String(cString: csql_message(pointer))
        return switch csql_kind_of(code) {
        case csql_full: HistoryError(.full, "there is no room for it on the disk")
        case csql_locked: HistoryError(.locked, "another program is writing it for too long")
        case csql_readonly: HistoryError(.readOnly, "it may not be written: \(text)")
        case csql_corrupt: HistoryError(.corrupt, "it is damaged: \(text)")
        default: HistoryError(.other, text)
        }
    }

    private func statement(_ sql: String) throws(HistoryError) -> Statement {
        if let statement = prepared[sql] { return statement }
        let statement = try prepare(sql)
        prepared[sql] = statement
        return statement
    }

    func prepare(_ sql: String) throws(HistoryError) -> Statement {
        var code: Int32 = 0
        guard let made = csql_prepare(pointer, sql, &code) else { throw error(code) }
        return Statement(made, of: self)
    }

    /// The version of the SQLite library.
    static var libraryVersion: String { String(cString: csql_version()) }
}

/// A value to bind to a statement.
enum SQLValue {
    case null
    case integer(Int)
    case text(String)
    /// A text in UTF-8.
    case utf8([UInt8])
    case bytes([UInt8])

    init(_ number: Int?) { self = number.map { .integer($0) } ?? .null }
    init(_ text: String?) { self = text.map { .text($0) } ?? .null }

    var text: String? { if case .text(let text) = self { text } else { nil } }
}

/// A prepared statement and its current row.
final class Statement {
    private let pointer: OpaquePointer
    private unowned let database: Database
    /// The buffers with the bound texts and bytes.
    ///
    /// SQLite reads them in place until the statement is reset.
    @exclusivity(unchecked) private var lent: [UnsafeMutableRawBufferPointer] = []
    /// The number of used bytes in the last buffer.
    @exclusivity(unchecked) private var used = 0
    /// The index of the last bound parameter.
    @exclusivity(unchecked) private var place: Int32 = 0
    /// The maximum size of a buffer that is kept for reuse, in bytes.
    private static let keptRoom = 64 << 10

    fileprivate init(_ pointer: OpaquePointer, of database: Database) {
        self.pointer = pointer
        self.database = database
    }

    deinit {
        csql_destroy(pointer)
        for room in lent { room.deallocate() }
    }

    fileprivate func bind(_ values: [SQLValue]) throws(HistoryError) {
        for value in values {
            switch value {
            case .null: skip()
            case .integer(let number): try bind(number)
            case .text(let text): try bind(text)
            case .utf8(let text): try bind(utf8: text)
            case .bytes(let bytes): try bind(bytes: bytes)
            }
        }
    }

    /// Binds the next parameter.
    func bind(_ number: Int?) throws(HistoryError) {
        guard let number else { return skip() }
        place += 1
        try check(csql_bind_integer(pointer, place, Int64(number)))
    }

    func bind(_ text: String?) throws(HistoryError) {
        guard var text else { return skip() }
        place += 1
        try check(text.withUTF8 { csql_bind_text(pointer, place, lend($0), $0.count) })
    }

    /// Binds the next parameter to a text in UTF-8.
    func bind(utf8 text: [UInt8]) throws(HistoryError) {
        place += 1
        try check(text.withUnsafeBufferPointer { csql_bind_text(pointer, place, lend($0), $0.count) })
    }

    private func bind(bytes: [UInt8]) throws(HistoryError) {
        place += 1
        try check(bytes.withUnsafeBufferPointer { csql_bind_bytes(pointer, place, lend($0), $0.count) })
    }

    /// Leaves the next parameter NULL.
    private func skip() { place += 1 }

    private func check(_ code: Int32) throws(HistoryError) {
        guard code == 0 else { throw database.error(code) }
    }

    private func lend(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<UInt8>? {
        guard let start = bytes.baseAddress else { return nil }
        let room = lent.last?.count ?? 0
        if room - used < bytes.count {
            lent.append(.allocate(byteCount: max(bytes.count, 2 * room, 1_024), alignment: 16))
            used = 0
        }
        guard let base = lent.last?.baseAddress else { return nil }
        let copy = base + used
        copy.copyMemory(from: start, byteCount: bytes.count)
        used += bytes.count
        return UnsafePointer(copy.assumingMemoryBound(to: UInt8.self))
    }

    fileprivate func step() throws(HistoryError) -> Bool {
        let code = csql_step(pointer)
        guard code >= 0 else { throw database.error(-code) }
        return code == 1
    }

    fileprivate func reset() {
        csql_reset(pointer)
        (place, used) = (0, 0)
        // The last buffer is the largest.
        while let first = lent.first, lent.count > 1 || first.count > Self.keptRoom {
            first.deallocate()
            lent.removeFirst()
        }
    }

    func isNull(_ column: Int) -> Bool { csql_is_null(pointer, Int32(column)) != 0 }

    /// Returns a number, or `nil` for NULL.
    func optional(_ column: Int) -> Int? { isNull(column) ? nil : integer(column) }

    func integer(_ column: Int) -> Int { Int(csql_integer(pointer, Int32(column))) }

    func bytes(_ column: Int) -> [UInt8] { withBytes(column) { Array($0) } }

    /// Calls `look` with the bytes of a column, without copying them.
    func withBytes<Result>(_ column: Int, _ look: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var length = 0
        let bytes = csql_bytes(pointer, Int32(column), &length)
        return look(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : length))
    }

    /// Returns whether a column equals these bytes.
    func holds(_ bytes: [UInt8], _ column: Int) -> Bool {
        withBytes(column) { held in
            held.count == bytes.count && held.baseAddress.map { memcmp($0, bytes, bytes.count) == 0 } ?? true
        }
    }

    /// Returns a text, or `nil` for NULL.
    func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

    func text(_ column: Int) -> String { withBytes(column) { String(decoding: $0, as: UTF8.self) } }
}

import ClientEngine
import ClientEngineRecording
import InspectorWorkspace

// Bodies, heads and certificates are stored once for all tasks that share them. Long ones are files.
extension HistoryStore {
    /// Stores the parts of a task.
    ///
    /// Returns their names for the task's row.
    func addParts(_ parts: RecordParts) throws(HistoryError) -> PartNames {
        if lastParts.areThose(parts) { return lastParts }
        var rows: [Int] = []
        rows.reserveCapacity(parts.heads.count + parts.bodies.count)
        for head in parts.heads { rows.append(try row(of: head)) }
        for body in parts.bodies { rows.append(try row(of: body)) }
        lastParts = PartNames(of: parts, in: rows)
        return lastParts
    }

    /// Records the last task that uses each part.
    func note(_ uses: [Int: Int]) throws(HistoryError) {
        for (body, task) in uses {
            try database.run(
                """
                INSERT INTO body_use (body, last_task) VALUES (?, ?)
                ON CONFLICT (body) DO UPDATE SET last_task = excluded.last_task
                """, [.integer(body), .integer(task)])
        }
    }

    /// Returns the row of a part, which is stored once for all tasks that share it.
    private func row(of part: RecordPart) throws(HistoryError) -> Int {
        if let known = keptParts[ObjectIdentifier(part)] { return known.row }
        let row = part.content.count > RecordPart.longestInside ? try rowOfFile(part) : try rowInside(part)
        guard part.content.count <= RecordPart.longestRemembered else { return row }
        if keptParts.count >= Self.mostKeptParts { keptParts = [:] }
        keptParts[ObjectIdentifier(part)] = (part, row)
        return row
    }

    private func rowOfFile(_ part: RecordPart) throws(HistoryError) -> Int {
        let digest = try Self.digest(of: part.content)
        // Files are written and removed under the lock, so that no row refers to a missing file.
        try writeFile(part.content, digest: digest)
        if let row = try database.number("SELECT id FROM body WHERE digest = ?", [.text(digest)]) {
            return row
        }
        return try insert(.text(digest), part.content.count, .null)
    }

    /// Returns the row of a short part, found by a short hash and then compared.
    ///
    /// Allows a few deliberate hash collisions.
    private func rowInside(_ part: RecordPart) throws(HistoryError) -> Int {
        var key = part.content.shortKey
        for _ in 0..<Self.mostOfOneKey {
            let digest = SQLValue.bytes(withUnsafeBytes(of: key.bigEndian, Array.init))
            var found: (row: Int, isSame: Bool)?
            try database.run("SELECT id, content FROM body WHERE digest = ?", [digest]) { row in
                found = (row.integer(0), row.holds(part.content, 1))
                return false
            }
            guard let found else { return try insert(digest, part.content.count, .bytes(part.content)) }
            if found.isSame { return found.row }
            key &+= 1
        }
        let digest = SQLValue.text(try Self.digest(of: part.content))
        if let row = try database.number("SELECT id FROM body WHERE digest = ?", [digest]) { return row }
        return try insert(digest, part.content.count, .bytes(part.content))
    }

    /// The maximum number of parts with the same short hash.
    private static let mostOfOneKey: UInt64 = 8

    /// Returns the bytes of a part from a row of `digest, size, content`, or `nil` if they are missing or altered.
    func content(of row: Statement) -> [UInt8]? {
        if row.isNull(2) {
            let path = folder.body(row.text(0))
            let bytes = try? RegularFile(path, followsLink: false).contents(limit: row.size(1) ?? 0)
            return bytes.flatMap { (try? Self.digest(of: $0)) == row.text(0) ? $0 : nil }
        }
        let content = row.bytes(2)
        guard let key = row.shortKey(0) else {
            return (try? Self.digest(of: content)) == row.text(0) ? content : nil
        }
        return key &- content.shortKey < Self.mostOfOneKey ? content : nil
    }

    private func insert(
        _ digest: SQLValue, _ size: Int, _ content: SQLValue
    ) throws(HistoryError) -> Int {
        try database.run(
            "INSERT INTO body (digest, size, content) VALUES (?, ?, ?)", [digest, .integer(size), content])
        return database.lastRow
    }

    /// Returns the SHA-256 of a body, which is its file name.
    private static func digest(of body: [UInt8]) throws(HistoryError) -> String {
        guard let digest = ContentDigest.sha256.bytes(of: body) else {
            throw HistoryError(.other, "OpenSSL does not compute SHA-256 here")
        }
        return digest.hexadecimal
    }

    private func writeFile(_ body: [UInt8], digest: String) throws(HistoryError) {
        let path = folder.body(digest)
        if fileSize(path) == body.count { return }
        try folder.makeFolder(String(path.dropLast(digest.count + 1)))
        do throws(FileError) {
            try OutputFile.write(body, to: path, isDurable: false)
        } catch {
            throw HistoryError(error)
        }
    }
}

extension Statement {
    /// Returns the digest of a short part as a number, or `nil` if the column is a text.
    fileprivate func shortKey(_ column: Int) -> UInt64? {
        withBytes(column) { bytes in
            bytes.count == 8 ? bytes.reduce(0) { $0 << 8 | UInt64($1) } : nil
        }
    }
}

extension [UInt8] {
    /// A stable hash of the bytes.
    fileprivate var shortKey: UInt64 { withUnsafeBytes { $0.stableHash() } }
}

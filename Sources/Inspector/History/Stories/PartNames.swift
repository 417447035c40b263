import ClientEngineRecording

extension RecordPart {
    /// The maximum size in bytes of a part in the database.
    ///
    /// Longer parts are files.
    static let longestInside = 16 << 10
    /// The maximum size in bytes of a part whose row is cached for reuse.
    static let longestRemembered = 2_048
}

extension RecordParts {
    /// The size in bytes of the longest part.
    fileprivate var longest: Int { (heads + bodies).map(\.content.count).max() ?? 0 }
}

/// The parts of a task as its row names them: their numbers, mapped to rows of `body`.
struct PartNames {
    private var parts: RecordParts?
    /// The rows of the heads, followed by those of the bodies.
    private(set) var rows: [Int] = []
    /// The names as JSON: `{"-1":3,"-2":4,"0":5}`.
    private(set) var text: [UInt8] = []

    /// Creates the names for a task without parts.
    init() {}

    /// Creates the names for a task's parts.
    ///
    /// `rows` are those of the heads, followed by those of the bodies.
    init(of parts: RecordParts, in rows: [Int]) {
        let heads = parts.heads.count
        let members = rows.enumerated().map { index, row in
            "\"\(index < heads ? -1 - index : index - heads)\":\(row)"
        }
        (text, self.rows) = (Array("{\(members.joined(separator: ","))}".utf8), rows)
        // A long part rarely occurs again, so it is not retained.
        if parts.longest <= RecordPart.longestRemembered { self.parts = parts }
    }

    /// Returns whether a task has the same parts.
    ///
    /// Most tasks share them with the previous one.
    func areThose(_ others: RecordParts) -> Bool { parts === others }

    /// Parses part numbers and rows from JSON, in the order of the text.
    static func rows(in text: UnsafeBufferPointer<UInt8>) -> [(number: Int, row: Int)] {
        var rows: [(number: Int, row: Int)] = []
        var (number, value, isNegative) = (0, 0, false)
        for byte in text {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value &* 10 &+ Int(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: ":"): (number, value, isNegative) = (isNegative ? 0 &- value : value, 0, false)
            case UInt8(ascii: ","), UInt8(ascii: "}"):
                if value != 0 { rows.append((number, value)) }
                (value, isNegative) = (0, false)
            default: break
            }
        }
        return rows
    }
}

import ClientEngineRecording

extension RecordPart {
    /// The size up to which it lies in the database; a longer one is a file.
    static let longestInside = 16 << 10
    /// The size up to which it may come again: what is known of a longer one is not remembered.
    static let longestRemembered = 2_048
}

extension RecordParts {
    /// The bytes of the longest of them.
    fileprivate var longest: Int { (heads + bodies).map(\.content.count).max() ?? 0 }
}

/// The parts of a task as its row names them: by their numbers, the rows in which they are kept.
struct PartNames {
    private var parts: RecordParts?
    /// Their rows: those of the heads, and then of the bodies.
    private(set) var rows: [Int] = []
    /// They as JSON: `{"-1":3,"-2":4,"0":5}`.
    private(set) var text: [UInt8] = []

    /// Those of no task.
    init() {}

    /// Creates the names of a task's parts, in the rows where its heads are kept, and after them its bodies.
    init(of parts: RecordParts, in rows: [Int]) {
        let heads = parts.heads.count
        let members = rows.enumerated().map { index, row in
            "\"\(index < heads ? -1 - index : index - heads)\":\(row)"
        }
        (text, self.rows) = (Array("{\(members.joined(separator: ","))}".utf8), rows)
        // A long part comes once, and would only be held.
        if parts.longest <= RecordPart.longestRemembered { self.parts = parts }
    }

    /// Indicates whether a task has the same parts: most have those of the task before.
    func areThose(_ others: RecordParts) -> Bool { parts === others }

    /// Reads the numbers of parts and their rows from JSON, in the order of the text.
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

import ClientEngineRecording

extension RecordPart {
    /// The size up to which it lies in the database; a longer one is a file.
    static let longestInside = 16 << 10
    /// The size up to which it may come again: what is known of a longer one is not remembered.
    static let longestRemembered = 2_048
}

extension RecordParts {
    /// The bytes of the longest of them.
    var longest: Int { (heads + bodies).map(\.content.count).max() ?? 0 }

    /// Indicates whether all of them lie in the tables, and none is a file.
    var areInside: Bool { longest <= RecordPart.longestInside }
}

/// The parts of a task as its row names them: by their numbers, the rows in which they are kept.
struct PartNames {
    private var parts: RecordParts?
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
        text = Array("{\(members.joined(separator: ","))}".utf8)
        // A long part comes once, and would only be held.
        if parts.longest <= RecordPart.longestRemembered { self.parts = parts }
    }

    /// Indicates whether a task has the same parts: most have those of the task before.
    func areThose(of task: StoredTask) -> Bool { parts === task.parts }
}

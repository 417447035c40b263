import Foundation

/// Figures of a process from /proc.
struct ProcessFigures {
    /// `R` for running, `S` for sleeping, `T` for stopped.
    let state: Character
    /// The ticks of processor time used so far.
    let ticks: Int

    init?(of process: Int32) {
        guard let bytes = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return nil }
        // The name before the last parenthesis may contain anything.
        let fields =
            String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let state = fields[0].first else { return nil }
        self.state = state
        ticks = (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
    }

    /// Returns the running child processes of all threads of a process.
    static func childrenOfThreads(of process: Int32) -> [Int32] {
        let folder = "/proc/\(process)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return threads.flatMap { thread in
            let bytes = FileManager.default.contents(atPath: "\(folder)/\(thread)/children") ?? Data()
            return String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
        }
    }

    /// Returns the running child processes of the main thread of a process.
    static func children(of process: Int32) -> [Int32] {
        let path = "/proc/\(process)/task/\(process)/children"
        let bytes = FileManager.default.contents(atPath: path) ?? Data()
        return String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
    }
}

import ClientEngine
import ClientEngineRecording
import RequestFormats

/// An HTTP archive to be made of tasks, where nobody waits for it.
package struct ArchiveJob: Equatable, Sendable {
    /// Tells its result from those of other jobs.
    package let number: Int
    /// The tasks that go into it, as a sentence goes on: `3 marked tasks`.
    let subject: String
    let tasks: Tasks
    let keys: [TaskKey]

    /// More are not held in memory at once.
    static let mostTasks = 20_000

    /// The numbers in the history of the tasks that have to be read from it, the newest first.
    package var unread: [Int] { keys.reversed().filter { !tasks.isWhole($0) }.compactMap(\.row) }

    /// Makes it with those that were read; what is secret is replaced.
    package func done(
        with read: ReadTasks, _ redaction: Redaction, creator: (name: String, version: String)
    ) -> TaskArchive {
        var redaction = redaction
        let records = keys.compactMap { key in
            tasks.isWhole(key) ? tasks[key] : key.row.flatMap { read.tasks[$0]?.record }
        }
        let exchanges = records.flatMap { $0.attempts.flatMap(\.exchanges) }
        let archive = HARWriter(creator: creator).archive(of: records, redaction: &redaction)
        return TaskArchive(
            bytes: archive.bytes, secrets: archive.secrets, exchanges: exchanges.count,
            lostBodies: exchanges.count { $0.droppedBody != nil }
                + records.count { $0.droppedRequestBody != nil },
            liveTasks: records.count { !$0.state.isFinished }, lostTasks: keys.count - records.count,
            reason: read.reason ?? "they are not in the history any more")
    }
}

/// An archive before it is written, and what a person wants to know of it.
package struct TaskArchive: Equatable, Sendable {
    let bytes: [UInt8]
    let secrets: SecretTally
    let exchanges: Int
    /// The number of bodies that are not kept any more.
    let lostBodies: Int
    /// The number of tasks that have not ended yet.
    let liveTasks: Int
    /// The number of tasks that could not be read, and why.
    let lostTasks: Int
    let reason: String
}

/// Earlier tasks that were read for an archive, by their numbers in the history.
package struct ReadTasks: Sendable {
    package var tasks: [Int: PastTask] = [:]
    /// Why others could not be read, as a sentence goes on.
    package var reason: String?

    package init() {}
}

import ClientEngine
import RequestFormats

/// An HTTP archive to be made of tasks, where nobody waits for it.
package struct ArchiveJob: Equatable, Sendable {
    /// Tells its result from those of other jobs.
    package let number: Int
    /// The tasks that go into it, as a sentence goes on: `3 marked tasks`.
    let subject: String
    let tasks: Tasks
    let ids: [TaskID]

    /// More are not held in memory at once.
    static let mostTasks = 20_000

    /// Indicates whether all of a task is there; of an earlier one that is neither selected nor marked, its bodies are not.
    private func isWhole(_ id: TaskID) -> Bool { !PastTasks.isPast(id) || tasks.past.isWhole(id) }

    /// The number of earlier tasks that go into it without their bodies, or not at all.
    var unread: Int { ids.count { !isWhole($0) } }

    /// Makes it; what is secret is replaced.
    package func done(
        _ redaction: Redaction, creator: (name: String, version: String)
    ) -> TaskArchive {
        var redaction = redaction
        let records = ids.compactMap { tasks[$0] }
        let exchanges = records.flatMap { $0.attempts.flatMap(\.exchanges) }
        let whole = records.filter { isWhole($0.id) }
        let archive = HARWriter(creator: creator).archive(of: records, redaction: &redaction)
        return TaskArchive(
            bytes: archive.bytes, secrets: archive.secrets, exchanges: exchanges.count,
            lostBodies: whole.flatMap { $0.attempts.flatMap(\.exchanges) }.count { $0.droppedBody != nil }
                + whole.count { $0.droppedRequestBody != nil },
            liveTasks: records.count { !$0.state.isFinished })
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
}

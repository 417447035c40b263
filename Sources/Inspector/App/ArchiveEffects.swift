import ClientEngine
import ClientEngineRecording
import EngineSupport
import InspectorCommandLine
import InspectorScreen

/// Makes archives of tasks, of earlier sessions too.
struct ArchiveEffects {
    private let jobs: NewestJob<(ArchiveJob, Redaction)>
    /// Hides secrets in what is exported.
    private let redaction: Redaction

    init(_ redaction: Redaction, past tasks: PastTaskReader?, _ mailbox: Mailbox<Arrivals>) {
        self.redaction = redaction
        jobs = NewestJob { work, program in
            let (job, redaction) = work
            let read = tasks?.read(job.unread) { !program.isStopped } ?? ReadTasks()
            let archive = job.done(
                with: read, redaction, creator: (name: Version.name, version: Version.number))
            mailbox.add { $0.messages.append(.archived(archive, job.number)) }
        }
    }

    /// Makes an archive without the values that responses have given.
    func start(_ job: ArchiveJob, hiding values: Set<String>) {
        var redaction = redaction
        redaction.learn(values: values)
        jobs.start((job, redaction))
    }
}

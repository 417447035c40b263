import ClientEngine
import InspectorScreen
import InspectorWorkspace
import RequestFormats

/// Sends saved requests of the screen in the order in which they need each other, and looks at their responses.
///
/// What a request has left stays for the session: those that need it later do not send it again.
final class ChainEffects {
    private var queue = JobQueue()
    /// The jobs of live tasks, and what was asked of those that may be sent again.
    private var numbers: [TaskID: Int] = [:]
    private var sources: [TaskID: RunJob.Source] = [:]
    /// The task that each one goes back to that was sent again; what was asked of it stands there.
    private var firsts: [TaskID: TaskID] = [:]

    /// What earlier requests have left.
    var memory: SessionValues { queue.memory }

    /// Forgets it: in another environment other values hold.
    func forget() { queue.forget() }

    /// Sends jobs as far as they need no others; returns what there is to say.
    func send(_ jobs: [RunJob], _ start: (OutgoingRequest) -> TaskID) -> [Message] {
        queue.append(jobs)
        let first = jobs.compactMap { job in
            job.neededBy.map { "“\(job.label)” is sent first: “\($0)” needs it." }
        }
        return first.map { .notice(.information($0)) } + sendReady(start)
    }

    /// A job that sends the request of a task again and asks the same of its response.
    func job(resending task: TaskID, as prepared: OutgoingRequest) -> RunJob {
        var job = RunJob(prepared)
        job.resendOf = firsts[task] ?? task
        job.source = sources[firsts[task] ?? task]?.again
        return job
    }

    /// Whether somebody asks about the end of a task.
    func awaits(_ id: TaskID) -> Bool { numbers[id] != nil }

    /// Takes in a task that is over; returns what was found out about its response.
    func follow(_ record: TaskRecord, at instant: Instant, _ start: (OutgoingRequest) -> TaskID) -> [Message]
    {
        guard let number = numbers.removeValue(forKey: record.id) else { return [] }
        let findings = queue.finish(number, with: record)
        let events = findings.map { Event(task: record.id, at: instant, .checked($0)) }
        return (events.isEmpty ? [] : [.engine(events)]) + sendReady(start)
    }

    /// Remembers what was asked of a task's response, for when it is sent again.
    private func note(_ id: TaskID, as job: RunJob?) {
        guard let source = job?.source, source.isOfInterest else { return }
        if let first = job?.resendOf { firsts[id] = first } else { sources[id] = source }
    }

    private func sendReady(_ start: (OutgoingRequest) -> TaskID) -> [Message] {
        var messages: [Message] = []
        while let next = queue.next() {
            switch next {
            case .refuse(let refusal): messages.append(.notice(.error(refusal.description)))
            case .send(let prepared, let number):
                let id = start(prepared)
                numbers[id] = number
                note(id, as: queue.job(number))
            }
        }
        return messages
    }
}

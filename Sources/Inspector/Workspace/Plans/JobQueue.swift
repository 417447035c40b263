/// A queue of jobs that depend on each other.
///
/// A job is ready when the jobs it needs have ended.
struct JobQueue {
    private var waiting: ArraySlice<(number: Int, job: RunJob)> = []
    /// For each job, by number, whether it has not ended yet.
    private var isOpen: [Bool] = []
    private var openCount = 0
    /// The names of jobs that ended without a response, by number.
    private var unanswered: [Int: String] = [:]

    var isWaiting: Bool { !waiting.isEmpty }

    mutating func append(_ jobs: [RunJob]) {
        let count = isOpen.count
        for (index, job) in jobs.enumerated() {
            var job = job
            if !job.needs.isEmpty { job.needs = job.needs.map { $0 + count } }
            waiting.append((count + index, job))
        }
        isOpen += repeatElement(true, count: jobs.count)
        openCount += jobs.count
    }

    /// Removes and returns the first ready job, or `nil` if all jobs wait for others.
    mutating func next() -> (number: Int, job: RunJob)? {
        guard let index = waiting.firstIndex(where: { !$0.job.needs.contains { isOpen[$0] } }) else {
            return nil
        }
        // A slice keeps the memory of removed elements, so an empty one is replaced.
        defer { if waiting.isEmpty { waiting = [] } }
        // The first job is nearly always ready. Popping it does not move the others.
        return index == waiting.startIndex ? waiting.popFirst() : waiting.remove(at: index)
    }

    func missing(for job: RunJob) -> String? { job.needs.compactMap { unanswered[$0] }.first }

    /// Marks a job as ended, so that the jobs that need it become ready.
    mutating func finish(_ number: Int, _ job: RunJob, isAnswered: Bool) {
        isOpen[number] = false
        openCount -= 1
        if !isAnswered { unanswered[number] = job.label }
        // The finished jobs are no longer needed, and an array never shrinks by itself.
        if openCount == 0 { self = JobQueue() }
    }
}

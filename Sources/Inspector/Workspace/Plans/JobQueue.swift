/// Jobs that wait for each other: each has its turn when those that it needs are over.
struct JobQueue {
    private var waiting: ArraySlice<(number: Int, job: RunJob)> = []
    private var open: Set<Int> = []
    /// The names of jobs that ended without a response, by their numbers.
    private var unanswered: [Int: String] = [:]
    private var count = 0

    var isWaiting: Bool { !waiting.isEmpty }

    mutating func append(_ jobs: [RunJob]) {
        for (index, job) in jobs.enumerated() {
            var job = job
            job.needs = job.needs.map { $0 + count }
            waiting.append((count + index, job))
            open.insert(count + index)
        }
        count += jobs.count
    }

    /// Takes the first job whose needs are over; nil where all wait for others.
    mutating func next() -> (number: Int, job: RunJob)? {
        guard let index = waiting.firstIndex(where: { open.isDisjoint(with: $0.job.needs) }) else {
            return nil
        }
        // A slice keeps what was taken from its front until it is gone itself.
        defer { if waiting.isEmpty { waiting = [] } }
        // Nearly always it is the first, and a long list is not moved up for it.
        return index == waiting.startIndex ? waiting.popFirst() : waiting.remove(at: index)
    }

    func missing(for job: RunJob) -> String? { job.needs.compactMap { unanswered[$0] }.first }

    /// Lets those have their turn that have waited for a job.
    mutating func finish(_ number: Int, _ job: RunJob, isAnswered: Bool) {
        open.remove(number)
        // A table keeps the size that a burst has given it.
        if open.isEmpty { open = [] }
        if !isAnswered { unanswered[number] = job.label }
    }
}

/// Jobs that wait for each other: each has its turn when those that it needs are over.
struct JobQueue {
    private var waiting: ArraySlice<(number: Int, job: RunJob)> = []
    /// Of each job, by its number, whether it is not over.
    private var isOpen: [Bool] = []
    private var openCount = 0
    /// The names of jobs that ended without a response, by their numbers.
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

    /// Takes the first job whose needs are over; nil where all wait for others.
    mutating func next() -> (number: Int, job: RunJob)? {
        guard let index = waiting.firstIndex(where: { !$0.job.needs.contains { isOpen[$0] } }) else {
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
        isOpen[number] = false
        openCount -= 1
        if !isAnswered { unanswered[number] = job.label }
        // Nobody needs those any more, and a list keeps the size that a burst has given it.
        if openCount == 0 { self = JobQueue() }
    }
}

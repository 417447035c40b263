import ClientEngine
import FoundationEssentials
import Glibc
import InspectorTaskFilter
import InspectorValues
import InspectorWorkspace
import RequestFormats

/// Everything a run needs, read and checked before the first byte is sent.
struct RunPlan {
    /// The requests in the order of the paths and of their files, each behind those that it needs.
    private(set) var jobs: [RunJob] = []
    /// The requests that cannot be read or filled in; the rest is sent.
    private(set) var leftOut: [LeftOut] = []
    private(set) var mocks: [Mock] = []
    private(set) var filter: FailureFilter?
    private(set) var warnings: [String] = []

    private var problems: [String] = []
    /// The place in the jobs of each saved request, by its number and its file: of the first jobs, so many.
    private var places: [String: Int] = [:]
    private var placedCount = 0

    private var promised = SessionValues()

    /// Says which requests are sent although nobody asked for them, and why.
    var additions: [String] {
        jobs.compactMap { job in job.addition.map { job.place + $0 } }
    }

    /// Says why nothing is sent: one line for each thing that is wrong.
    struct PlanError: Error {
        var lines: [String]

        init(lines: [String]) {
            self.lines = lines
        }

        /// The first problems; a broken file may have any number.
        init(of problems: [String]) {
            lines = Array(problems.prefix(RequestPlan.maximumProblems))
            let rest = problems.count - lines.count
            if rest > 0 { lines.append("and \(rest) more") }
        }
    }

    /// Reads and checks everything that the options name; the files may do what they are trusted with.
    init(_ options: Options, trust: Trust? = nil) throws(PlanError) {
        var workspace = options.workspace
        if let trust { workspace.trust = trust }
        // A run is one session: a command that has failed does not run again for each file.
        workspace.commands = CommandValues(keepsFailures: true)
        problems += options.client.certificateProblems
        readFilter(options.run.failIf)
        readMocks(options, trust: workspace.trust)
        for word in options.paths { readTarget(word, in: workspace) }
        if problems.isEmpty, jobs.isEmpty, leftOut.isEmpty {
            problems.append("there is no request in \(options.paths.joined(separator: " "))")
        }
        guard problems.isEmpty, !jobs.isEmpty else { throw PlanError(of: problems + problemsOfRequests) }
    }

    /// The problems of the requests left out, each once: several may need the same one.
    private var problemsOfRequests: [String] {
        var known: Set<String> = []
        return leftOut.flatMap(\.problems).map(\.description).filter { known.insert($0).inserted }
    }

    private mutating func readFilter(_ text: String?) {
        do throws(FailureFilter.ReadingError) {
            filter = try text.map { text throws(FailureFilter.ReadingError) in try FailureFilter(text) }
        } catch {
            problems.append(error.description)
        }
    }

    private mutating func readMocks(_ options: Options, trust: Trust) {
        guard
            let folder = options.mocks
                ?? options.paths.first.map({ RequestPaths.mocks(beside: RequestSelector($0).path) })
        else { return }
        problems += options.mocksProblems
        let loaded = MockFolder(folder, fillsInAll: options.fillsInAll, trust: trust)
        mocks = loaded.mocks
        problems += loaded.problems.map(\.description)
        warnings += loaded.warnings.map(\.description)
    }

    private mutating func readTarget(_ word: String, in workspace: Workspace) {
        let selector = RequestSelector(word)
        do throws(FileError) {
            let files = try RequestPaths.files(at: selector.path)
            let root = files == [selector.path] ? "." : selector.path
            var planner = Planner(workspace, upTo: root, after: promised)
            var found: [Planner.Reading] = []
            for file in files {
                let reading = planner.read(file, name: selector.name)
                for job in reading.jobs {
                    planner.memory.promise(job.source?.responseActions.captured ?? [])
                }
                found.append(reading)
            }
            promised = planner.memory
            add(found, of: word, name: selector.name)
        } catch {
            problems.append(error.description)
        }
    }

    /// Adds what was read; a name must lead to exactly one request in all the files together.
    private mutating func add(_ readings: [Planner.Reading], of word: String, name: String?) {
        for problem in readings.flatMap(\.problems) where !problems.contains(problem) {
            problems.append(problem)
        }
        warnings += readings.flatMap(\.warnings)
        for reading in readings { add(reading.jobs) }
        leftOut += readings.flatMap(\.leftOut)
        guard let name else { return }
        if readings.count(where: \.isFound) > 1 {
            problems.append("\(word): '\(name)' is the name of several requests")
        } else if let unknown = readings.compactMap(\.unknown).first,
            readings.allSatisfy({ $0.unknown != nil })
        {
            problems.append("\(word): \(unknown)")
        }
    }

    /// Adds the jobs of one file; those that are only needed, and will have been sent by then, are not sent again.
    private mutating func add(_ found: [RunJob]) {
        // In one file none comes twice, but for those that are insisted on.
        guard !jobs.isEmpty || found.contains(where: \.isInsistedOn) else { return jobs = found }
        placeJobs()
        var indices: [Int] = []
        for job in found {
            var job = job
            if !job.needs.isEmpty { job.needs = job.needs.map { indices[$0] } }
            let known = job.isInsistedOn ? nil : job.source.flatMap { places[$0.key] }
            // One that was asked for itself, before as well as now, is sent twice.
            let earlier = known.flatMap { job.neededBy != nil || jobs[$0].neededBy != nil ? $0 : nil }
            indices.append(earlier ?? jobs.count)
            if let earlier {
                if job.neededBy == nil { jobs[earlier].neededBy = nil }
                continue
            }
            jobs.append(job)
            placeJobs()
        }
    }

    /// Notes the places of all jobs.
    private mutating func placeJobs() {
        for index in placedCount..<jobs.count {
            guard let source = jobs[index].source else { continue }
            if places[source.key] == nil { places[source.key] = index }
        }
        placedCount = jobs.count
    }
}

extension RunJob.Source {
    /// Tells a saved request from all others.
    fileprivate var key: String { "\(saved.number) \(file)" }
}

extension RequestSelector {
    /// Reads `PATH#NAME`; a path that exists as written is the path.
    init(_ word: String) {
        self.init(word) { FileManager.default.fileExists(atPath: $0) }
    }
}

extension SessionValues {
    /// Lets names stand for something before their values are known.
    fileprivate mutating func promise(_ names: [String]) {
        guard !names.isEmpty else { return }
        keep(Dictionary(names.map { ($0, "x") }) { $1 })
    }
}

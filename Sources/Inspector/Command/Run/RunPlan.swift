import ClientEngine
import Foundation
import RequestFormats
import TaskFilter

/// Everything a run needs, read and checked before the first byte is sent.
struct RunPlan {
    /// The requests in the order of the paths and of their files, each behind those that it needs.
    private(set) var jobs: [RunJob] = []
    private(set) var mocks: [Mock] = []
    private(set) var filter: Filter?
    /// What is worth saying and stops nothing.
    private(set) var warnings: [String] = []

    private var problems: [String] = []
    /// Names of the variables that requests so far will capture.
    private var promised = ChainMemory()

    /// The requests as far as they are known before anything is sent.
    var requests: [PreparedRequest] { jobs.map(\.prepared) }

    /// Which requests are sent although nobody asked for them, and why.
    var additions: [String] {
        jobs.compactMap { job in
            job.neededBy.map { "\(job.place)“\(job.label)” is sent first: “\($0)” needs it." }
        }
    }

    /// Why nothing is sent: one line for each thing that is wrong.
    struct Refusal: Error {
        var lines: [String]
    }

    /// Reads and checks everything that the options name.
    init(_ options: Options) throws(Refusal) {
        problems += options.certificateProblems
        readFilter(options.failIf)
        readMocks(options)
        for word in options.paths { readTarget(word, options) }
        if problems.isEmpty, jobs.isEmpty {
            problems.append("there is no request in \(options.paths.joined(separator: " "))")
        }
        if !problems.isEmpty { throw Refusal(lines: problems) }
    }

    private mutating func readFilter(_ text: String?) {
        guard let text else { return }
        do throws(FilterError) {
            filter = try Filter(text)
        } catch {
            problems.append("--fail-if: \(error.message) (column \(error.offset + 1) of '\(text)')")
        }
    }

    private mutating func readMocks(_ options: Options) {
        guard
            let folder = options.mocks
                ?? options.paths.first.map({ RequestPaths.mocks(beside: selector($0).path) })
        else { return }
        let mappings = folder + "/mappings"
        if options.mocks != nil, !FileManager.default.fileExists(atPath: mappings) {
            problems.append(FileError(mappings, errno: ENOENT).description)
        }
        let loaded = MockFolder(folder)
        mocks = loaded.mocks
        problems += loaded.problems.map(\.description)
    }

    private mutating func readTarget(_ word: String, _ options: Options) {
        let selector = selector(word)
        do throws(FileError) {
            let files = try RequestPaths.files(at: selector.path)
            let root = files == [selector.path] ? "." : selector.path
            var reader = RequestReader(options: options, root: root, promised: promised)
            var found: [RequestReader.Reading] = []
            for file in files {
                let reading = try reader.read(file, name: selector.name)
                for job in reading.jobs { reader.promised.promise(job.source?.followUp.captured ?? []) }
                found.append(reading)
            }
            promised = reader.promised
            take(found, of: word, name: selector.name)
        } catch {
            problems.append(error.description)
        }
    }

    /// Takes what was read; a name must lead to exactly one request in all the files together.
    private mutating func take(_ readings: [RequestReader.Reading], of word: String, name: String?) {
        problems += readings.flatMap(\.problems).filter { !problems.contains($0) }
        warnings += readings.flatMap(\.warnings)
        for reading in readings { add(reading.jobs) }
        guard let name else { return }
        if readings.flatMap(\.jobs).count(where: { $0.neededBy == nil }) > 1 {
            problems.append("\(word): '\(name)' is the name of several requests")
        } else if let unknown = readings.compactMap(\.unknown).first,
            readings.allSatisfy({ $0.unknown != nil })
        {
            problems.append("\(word): \(unknown)")
        }
    }

    /// Adds the jobs of one file; those that are only needed, and will have been sent by then, are not sent again.
    private mutating func add(_ found: [RunJob]) {
        var places: [Int] = []
        for job in found {
            var job = job
            job.needs = job.needs.map { places[$0] }
            let isShared = job.neededBy != nil && !job.isInsistedOn
            let earlier = isShared ? jobs.firstIndex { $0.isSame(as: job) } : nil
            places.append(earlier ?? jobs.count)
            if earlier == nil { jobs.append(job) }
        }
    }

    private func selector(_ word: String) -> RequestSelector {
        RequestSelector(word) { FileManager.default.fileExists(atPath: $0) }
    }
}

extension RunJob {
    /// Tells whether both send the same saved request.
    fileprivate func isSame(as other: RunJob) -> Bool {
        guard let source, let another = other.source else { return false }
        return source.file == another.file && source.saved.number == another.saved.number
    }
}

extension ChainMemory {
    /// Lets names stand for something before their values are known.
    fileprivate mutating func promise(_ names: [String]) {
        keep(Dictionary(names.map { ($0, "x") }) { $1 })
    }
}

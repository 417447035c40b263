import InspectorWorkspace
import RequestFormats

/// One run of the requests after the other: as often as `--repeat` says, for each row of `--data`.
///
/// All rows are planned before anything is sent, each with what it gives the variables.
struct RunRounds {
    /// One run of all requests.
    struct Round {
        /// The source of its values; nil where there is only one, or where they are the same in all.
        var place: String?
        var plan: RunPlan
    }

    private(set) var rounds: [Round] = []

    init(_ options: Options, trust: Trust) throws(RunPlan.PlanError) {
        if let path = options.run.data {
            let data = try Self.read(path)
            for row in data.rows {
                var copy = options
                // What is given on the command line wins, as over all else.
                copy.variables = row.values + options.variables
                do throws(RunPlan.PlanError) {
                    rounds.append(Round(place: "\(path):\(row.line)", plan: try RunPlan(copy, trust: trust)))
                } catch {
                    throw RunPlan.PlanError(lines: error.lines.map { "\(path):\(row.line): \($0)" })
                }
            }
        } else {
            rounds = [Round(plan: try RunPlan(options, trust: trust))]
        }
        rounds = (0..<options.run.repetitions).flatMap { _ in rounds }
    }

    private static func read(_ path: String) throws(RunPlan.PlanError) -> DataRows {
        do throws(FileError) {
            return try DataRows(path: path)
        } catch {
            throw RunPlan.PlanError(lines: ["--data: \(error)"])
        }
    }

    /// The first one, which says what all have in common: the files, the mocks, the filter.
    var first: RunPlan { rounds[0].plan }

    var jobs: [RunJob] { rounds.flatMap(\.plan.jobs) }
    var leftOut: [LeftOut] { rounds.flatMap(\.plan.leftOut) }

    /// The messages before anything is sent, each once: rows mostly differ in nothing else.
    var messages: [String] {
        var known: Set<String> = []
        let lines = rounds.map(\.plan).flatMap { $0.warnings + $0.leftOut.lines + $0.additions }
        return lines.filter { known.insert($0).inserted }
    }

    /// Returns the title of a round above its tasks; nil where there is only one.
    func title(of index: Int) -> String? {
        guard rounds.count > 1 else { return nil }
        return "\(index + 1) of \(rounds.count)" + (rounds[index].place.map { ", \($0)" } ?? "")
    }
}

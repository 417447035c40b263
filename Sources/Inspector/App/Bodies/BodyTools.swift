import ClientEngine
import FoundationEssentials
import Glibc
import InspectorPrograms
import InspectorScreen
import InspectorWorkspace

/// The programs that look into bodies where they are installed: jq and chafa.
struct BodyTools: Sendable {
    private let searchPath = ProcessEnvironment.variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    /// The number of colours of the terminal.
    let colors: Int

    /// Finds what an expression picks of a body.
    func outcome(of job: QueryJob, by program: LimitedProgram) -> QueryOutcome {
        if job.isPath { return job.followPath() }
        guard let path = LimitedProgram.path(of: "jq", in: searchPath) else {
            return .problem(
                "jq is not installed; an expression that begins with $ is JSONPath, which needs no program")
        }
        switch program.run(path, job.arguments, input: job.input) {
        case .finished(_, let output, let complaint): return job.outcome(output: output, complaint: complaint)
        case .exceeded(let limit): return .problem("jq \(limit), and was stopped")
        case .stopped: return .problem("jq was stopped")
        case .notStarted(let code):
            return .problem("jq cannot be started: \(String(cString: strerror(code)))")
        }
    }

    /// Draws an image in the first way that yields a picture: in pixels as the job says, or else in characters.
    func picture(of job: PictureJob, by program: LimitedProgram) -> DrawnPicture {
        var (job, picture) = (job, draw(job, by: program))
        while picture.problem != nil, let alternative = job.alternative {
            (job, picture) = (alternative, draw(alternative, by: program))
        }
        return picture
    }

    private func draw(_ job: PictureJob, by program: LimitedProgram) -> DrawnPicture {
        guard let path = LimitedProgram.path(of: "chafa", in: searchPath) else {
            return job.failed("chafa is not installed")
        }
        let limits = LimitedProgram.Limits(memory: 1 << 30, time: .seconds(5), output: 8 << 20)
        switch program.run(path, job.arguments(colors: colors), input: job.bytes, limits: limits) {
        case .finished(0, let output, _): return job.drawn(output)
        case .finished: return job.failed("chafa cannot read it")
        case .exceeded(let limit): return job.failed("chafa \(limit), and was stopped")
        case .stopped: return job.failed("it was not drawn")
        case .notStarted(let code):
            return job.failed("chafa cannot be started: \(String(cString: strerror(code)))")
        }
    }
}

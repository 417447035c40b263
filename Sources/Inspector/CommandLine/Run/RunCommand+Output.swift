import ClientEngine
import ClientEngineRecording
import FoundationEssentials
import InspectorCanvas
import InspectorValues
import InspectorWorkspace

// What a run prints, and where.
extension RunCommand {
    /// Returns what shows the run: on its own, or with the responses that were asked for.
    func output(for plan: RunRounds) throws(FileError) -> any RunOutput {
        let lines = lines(for: plan)
        guard options.run.printsResponses else { return lines }
        // What is needed by others stands at the same place each time.
        let places = Set(
            plan.jobs.filter { $0.neededBy == nil }.map { Self.place(of: $0.provenance) })
        return ResponseOutput(
            lines, into: try BodyOutput(path: options.output), options.run, redaction: options.redaction
        ) { places.contains(Self.place(of: $0.origin.provenance)) }
    }

    private static func place(of provenance: Provenance) -> String {
        "\(provenance.line ?? 0):\(provenance.file ?? "")"
    }

    /// The stream for the lines of tasks: where responses are printed, they make room for them.
    private var stream: StandardStream {
        options.run.printsResponses && options.output == nil ? .error : .output
    }

    private func lines(for plan: RunRounds) -> any RunOutput {
        if options.isJSON {
            let events = EventLines(start: SystemTime().now(), text: EventText(redaction: options.redaction))
            return JSONLines(events, in: StandardStream.output.charset) { StandardStream.output.write($0) }
        }
        let jobs = plan.jobs
        let file = jobs.first?.provenance.file
        let sinks = TextLines.Sinks(
            lines: { [stream] in stream.write($0) },
            paint: stream.paint(options.run.color),
            progress: stream.isTerminal ? ProgressLine(options.run.color) : nil)
        return TextLines(
            taskLines(for: jobs), count: jobs.count,
            hasHeadings: jobs.contains { $0.provenance.file != file },
            sinks: sinks)
    }

    private func taskLines(for jobs: [RunJob]) -> TaskLines {
        var redaction = options.redaction
        for job in jobs { redaction.learn(job.request) }
        let layout = TaskLines.Layout(
            methods: jobs.map(\.request.method.rawValue),
            names: jobs.map { TaskLines.name(of: $0.request, &redaction) },
            columns: stream.columns)
        var tasks = TaskLines(
            layout: layout, glyphs: Charset() == .utf8 ? .unicode : .ascii, redaction: redaction)
        if options.run.isVerbose {
            tasks.trace = ExchangeTrace(showsResponseBodies: !options.run.showsBody)
            for job in jobs {
                guard let file = job.provenance.file, let line = job.provenance.line else { continue }
                let settings = job.inherited
                if !settings.isEmpty { tasks.trace?.inherited[file, default: [:]][line] = settings }
            }
        }
        return tasks
    }
}

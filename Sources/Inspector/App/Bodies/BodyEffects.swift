import EngineSupport
import InspectorScreen

/// Lays bodies out, folds, queries and draws them, where that takes long.
struct BodyEffects {
    private let queries: NewestJob<QueryJob>
    private let pictures: NewestJob<PictureJob>
    private let mailbox: Mailbox<Arrivals>

    /// Draws with `colors`, the number of colours of the terminal.
    init(colors: Int, _ mailbox: Mailbox<Arrivals>) {
        let tools = BodyTools(colors: colors)
        self.mailbox = mailbox
        queries = NewestJob { job, program in
            mailbox.add(.queried(tools.outcome(of: job, by: program), job.number))
        }
        pictures = NewestJob { job, program in mailbox.add(.drawn(tools.picture(of: job, by: program))) }
    }

    func perform(_ effect: BodyEffect) {
        switch effect {
        case .layOut(let source):
            DetachedThread.start { [mailbox] in mailbox.add(.laidOut(BodyText(thoroughly: source))) }
        case .fold(let job): DetachedThread.start { [mailbox] in mailbox.add(.folded(job.done)) }
        case .query(let job): queries.start(job)
        case .stopQuery: queries.stop()
        case .draw(let job): pictures.start(job)
        }
    }

    /// Stops the programs that look into bodies.
    func stop() {
        queries.stop()
        pictures.stop()
    }
}

extension Mailbox<Arrivals> {
    fileprivate func add(_ message: BodyMessage) { add { $0.messages.append(.body(message)) } }
}

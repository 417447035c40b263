import ClientEngine
import EngineSupport
import InspectorCommandLine
import InspectorScreen
import InspectorValues

/// Holds messages of other programs, and lets them go.
struct HoldEffects {
    /// Nil where no messages of other programs come through here.
    let controller: HoldController?

    init(_ controller: HoldController?, _ mailbox: Mailbox<Arrivals>) {
        self.controller = controller
        controller?.observe { holds, expired in
            mailbox.add { arrivals in
                arrivals.messages.append(.hold(.changed(holds)))
                if let expired { arrivals.messages.append(.notice(.expired(expired))) }
            }
        }
    }

    func perform(_ effect: HoldEffect) {
        switch effect {
        case .toggle(let part, let route): controller?.toggle(part, of: route)
        case .release(let id): _ = controller?.decide(.release, of: id)
        case .releaseAll: controller?.releaseAll()
        }
    }
}

extension Notice {
    static func isNotHeld(_ task: TaskID) -> Notice {
        .error("Nothing was sent: task \(task) is not held any more.")
    }

    /// Reports that no decision came in time.
    static func expired(_ message: Holds.Message) -> Notice {
        let noun = message.part == .request ? "request" : "answer"
        let limit = HoldController.limit.sentence
        return .information(
            "The \(noun) of task \(message.task) was held for \(limit), and has gone on as it is.")
    }
}

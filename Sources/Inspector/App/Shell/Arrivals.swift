import ClientEngine
import InspectorScreen
import InspectorValues

/// The news of other threads for the main thread.
struct Arrivals: Sendable {
    var events: [Event] = []
    var messages: [Message] = []
    private(set) var programNews: [ProgramNews] = []
    /// The answers of the disk, and whether keys have waited for them.
    var answers: [(answer: DiskQueue.Answer, heldKeys: Bool)] = []

    /// Adds to what a program has written, which is bounded however long nobody looks.
    mutating func append(_ news: ProgramNews) {
        if case .wrote(let later) = news, case .wrote(var output)? = programNews.last {
            output.append(later)
            programNews[programNews.count - 1] = .wrote(output)
        } else {
            programNews.append(news)
        }
    }

    /// The errors among the answers, for when there is no screen.
    var errors: [String] {
        answers.flatMap { answer, _ in
            guard case .messages(let messages) = answer else { return [String]() }
            return messages.compactMap { message in
                guard case .notice(let notice) = message, notice.kind == .error else { return nil }
                return notice.text
            }
        }
    }
}

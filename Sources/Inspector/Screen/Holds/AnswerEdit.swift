import ClientEngine
import ClientEngineRecording
import RequestFormats

/// An answer for a program that waits for it, edited as text outside until it can be used.
package struct AnswerEdit: Equatable, Sendable {
    package let task: TaskID
    /// The body that stays where the text says none; see ``RequestFormats/AnswerText``.
    private let body: [UInt8]
    /// The text to begin with, or the one that the editor left.
    package var text: String
    package var problem: AnswerText.SyntaxError?

    /// Begins with the answer of a server.
    init(_ head: ResponseHead, body: [UInt8], of task: TaskID) {
        (self.task, self.body) = (task, body)
        text = AnswerText.text(of: head, body: body)
    }

    /// Begins with an answer to a request that nobody else is asked.
    init(byHandTo task: TaskID) {
        let head = ResponseHead(
            status: 200, reason: "OK", headers: ["Content-Type": "application/json"])
        self.init(head, body: Array("{}".utf8), of: task)
    }

    /// Reads the text.
    package func answer() throws(AnswerText.SyntaxError) -> EditedAnswer {
        try AnswerText.answer(text, insteadOf: body)
    }

    /// The question after a text that cannot be used, in one line.
    var question: String {
        guard let problem else { return "" }
        return "Line \(problem.line): \(problem.message) The program still waits. Go on editing?"
    }
}

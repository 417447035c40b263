import InspectorCanvas
import InspectorValues

/// The questions of a request before it is sent.
///
/// They are `# @note`, `# @prompt` for each of its variables, and whether the request may do what its folder has no permission for.
/// The mocks of a folder ask the last one as well.
package struct SendQuestion: Equatable, Sendable {
    /// The request that is sent then.
    package enum Subject: Equatable, Sendable {
        case saved(SavedEntry.Reference)
        case draft(OutgoingDraft)
    }

    /// A variable whose value is asked for.
    package struct Prompt: Equatable, Sendable {
        var name: String
        /// The words of the file about it; may be empty.
        var about: String
        var isSecret: Bool

        package init(name: String, about: String, isSecret: Bool) {
            self.name = name
            self.about = about
            self.isSecret = isSecret
        }
    }

    /// The questions, in this order.
    enum Stage { case note, prompt, trust }

    /// The request; `nil` if the mocks of a folder ask, which are used then.
    let subject: Subject?
    /// The note that has to be agreed to; nil where there is none.
    let note: String?
    let prompts: [Prompt]
    /// The wishes that would be allowed with it; all of them are shown.
    let wishes: TrustQuestion?
    private(set) var answers: SendAnswers
    var field = TextField()
    /// The completion of the field: the answers of before.
    var completion: Completion?

    package init(
        _ subject: Subject, note: String? = nil, prompts: [Prompt] = [], wishes: TrustQuestion? = nil,
        answers: SendAnswers = SendAnswers()
    ) {
        self.subject = subject
        self.note = note
        self.prompts = prompts
        self.wishes = wishes
        self.answers = answers
    }

    /// Asks whether the mocks of a folder may forward requests.
    package init(ofMocks wishes: TrustQuestion) {
        (subject, note, prompts, self.wishes, answers) = (nil, nil, [], wishes, SendAnswers())
    }

    /// The present question; nil when there is nothing left to ask.
    var stage: Stage? {
        if note != nil, !answers.isConfirmed { return .note }
        if prompt != nil { return .prompt }
        return asksForTrust ? .trust : nil
    }

    /// The variable that is asked for now; nil where all have a value.
    var prompt: Prompt? { prompts.first { answers.values[$0.name] == nil } }

    /// The label before the field.
    var label: String {
        guard let prompt else { return "" }
        return prompt.about.isEmpty ? prompt.name : "\(prompt.name) (\(prompt.about))"
    }

    /// Agrees to the note.
    mutating func confirm() { answers.isConfirmed = true }

    private var asksForTrust: Bool { wishes.map { !answers.granted.isSuperset(of: $0.wishes) } ?? false }

    /// Allows what is asked for, for this time or for good.
    mutating func allow(forGood isForGood: Bool) {
        answers.granted.formUnion(wishes?.wishes ?? [])
        if isForGood { answers.remembered.formUnion(wishes?.wishes ?? []) }
    }

    /// Takes what was typed as the value of the variable.
    mutating func answer() {
        guard let prompt else { return }
        answers.values[prompt.name] = field.text
        field = TextField()
        completion = nil
    }
}

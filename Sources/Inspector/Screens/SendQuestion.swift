import Canvas

/// What a request wants to know before it is sent: `# @note`, then `# @prompt` for each of its variables.
struct SendQuestion: Equatable, Sendable {
    /// What is sent then.
    enum Subject: Equatable, Sendable {
        case saved(SavedEntry.Reference)
        case draft(OutgoingDraft)
    }

    /// A variable whose value is asked for.
    struct Prompt: Equatable, Sendable {
        var name: String
        /// What the file says about it; may be empty.
        var about: String
        /// Whether it is shown while it is typed.
        var isSecret: Bool
    }

    let subject: Subject
    /// What has to be agreed to; nil where nothing has.
    let note: String?
    let prompts: [Prompt]
    private(set) var answers = SendAnswers()
    var field = TextField()

    init(_ subject: Subject, note: String?, prompts: [Prompt]) {
        self.subject = subject
        self.note = note
        self.prompts = prompts
    }

    /// The variable that is asked for now; nil where all have a value.
    var prompt: Prompt? { prompts.first { answers.values[$0.name] == nil } }

    /// What is said before the field.
    var label: String {
        guard let prompt else { return "" }
        return prompt.about.isEmpty ? prompt.name : "\(prompt.name) (\(prompt.about))"
    }

    /// Agrees to the note.
    mutating func confirm() { answers.isConfirmed = true }

    /// Takes what was typed as the value of the variable.
    mutating func answer() {
        guard let prompt else { return }
        answers.values[prompt.name] = field.text
        field = TextField()
    }

    /// What sends the request with the answers.
    var effect: Effect {
        switch subject {
        case .saved(let reference): .sendSaved(reference, answers)
        case .draft(let draft): .sendDraft(draft, answers)
        }
    }
}

/// What was answered before a request is sent.
struct SendAnswers: Equatable, Sendable {
    /// The values of variables.
    var values: [String: String] = [:]
    /// Whether the note was agreed to.
    var isConfirmed = false
}

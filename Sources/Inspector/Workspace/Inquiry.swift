import RequestFormats

/// What requests want to know before they are sent.
struct Inquiry: Equatable, Sendable {
    /// What has to be agreed to; nil where nothing has.
    var note: String?
    /// The variables whose values are asked for.
    var prompts: [Prompt]
}

import RequestFormats

/// What requests want to know before they are sent.
package struct Inquiry: Equatable, Sendable {
    /// What has to be agreed to; nil where nothing has.
    package var note: String?
    /// The variables whose values are asked for.
    package var prompts: [Prompt]
}

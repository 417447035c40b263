/// A change of what is folded in a body, to be made where nobody waits for it.
package struct FoldJob: Equatable, Sendable {
    enum Change: Equatable, Sendable {
        /// Folds all, or unfolds all.
        case all, nothing
        /// Folds the container that a line opens, or unfolds it.
        case line(Int)
    }

    private let body: BodyText
    private let change: Change

    /// From so many lines on a change can take longer than a frame may.
    private static let manyLines = 50_000

    init(_ body: BodyText, _ change: Change) { (self.body, self.change) = (body, change) }

    /// Indicates whether it takes so long that nobody should wait for it.
    var isLong: Bool { body.lineCount + body.hiddenLineCount > Self.manyLines }

    /// The body afterwards.
    package var done: BodyText {
        var body = body
        switch change {
        case .all: body.foldAll()
        case .nothing: body.unfoldAll()
        case .line(let index): _ = body.toggleFold(at: index)
        }
        return body
    }
}

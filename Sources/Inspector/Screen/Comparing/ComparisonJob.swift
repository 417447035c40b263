import InspectorValues

/// Two calls to be compared, where nobody waits for it when they are large.
package struct ComparisonJob: Equatable, Sendable {
    /// Tells its result from those of other jobs.
    package let number: Int
    let left: ComparedCall
    let right: ComparedCall

    /// From so many bytes of bodies on a comparison can take longer than a frame may.
    private static let manyBytes = 32 << 10

    /// The sizes of the bodies of both.
    var sizes: (left: Int, right: Int) { (left.bodySize, right.bodySize) }

    /// Indicates whether it takes so long that nobody should wait for it.
    var isLong: Bool { sizes.left + sizes.right > Self.manyBytes }

    package var done: CallComparison { CallComparison(left, right) }
}

extension ComparedCall {
    fileprivate var bodySize: Int { request.body.count + (answer?.body.count ?? 0) }
}

/// The actions on a comparison.
enum ComparisonVerb: Hashable, Sendable {
    /// Compares the marked tasks, the selected attempt or the selected task with the one before.
    case show
    case next, previous
    /// Shows it in one column, or in two.
    case columns
    case unfoldAll, foldAll
}

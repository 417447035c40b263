import ClientEngine
import InspectorValues

// Two tasks, or two attempts of one, beside each other.
extension State {
    fileprivate mutating func compare() -> [Effect] {
        do throws(ComparedPair.Refusal) {
            let pair = try ComparedPair(of: self)
            jobCount += 1
            let job = ComparisonJob(number: jobCount, left: pair.left, right: pair.right)
            overlays.show(ComparisonOverlay(pair.subject, job))
            return job.isLong ? [.compare(job)] : []
        } catch {
            refusal = error.sentence
            return []
        }
    }

    /// Takes in a comparison, unless it was left meanwhile.
    mutating func receive(_ comparison: CallComparison, of number: Int) {
        guard var overlay = overlays[ComparisonOverlay.self], overlay.job.number == number else { return }
        overlay.show(comparison)
        overlays[ComparisonOverlay.self] = overlay
    }
}

/// The actions on a comparison.
enum ComparisonVerb: OverlayVerb {
    /// Compares the marked tasks, the selected attempt or the selected task with the one before.
    case show
    case next, previous
    /// Shows it in one column, or in two.
    case columns
    case unfoldAll, foldAll

    static let subject = "comparison"

    func perform(in state: inout State) -> [Effect] {
        if self == .show { return state.compare() }
        guard var overlay = state.overlays.top as? ComparisonOverlay else { return [] }
        switch self {
        case .show: break
        case .next: if !overlay.step(by: 1) { state.refusal = "no difference below" }
        case .previous: if !overlay.step(by: -1) { state.refusal = "no difference above" }
        case .columns: overlay.changeColumns(in: Layout(state).middle.width)
        case .unfoldAll: overlay.unfold(all: true)
        case .foldAll: overlay.unfold(all: false)
        }
        state.overlays.replaceTop(with: overlay)
        return []
    }
}

import ClientEngine
import InspectorValues

// Two tasks, or two attempts of one, beside each other.
extension State {
    mutating func perform(_ verb: ComparisonVerb) -> [Effect] {
        if verb == .show { return compare() }
        guard var overlay = overlays.top as? ComparisonOverlay else { return [] }
        switch verb {
        case .show: break
        case .next: if !overlay.step(by: 1) { refusal = "no difference below" }
        case .previous: if !overlay.step(by: -1) { refusal = "no difference above" }
        case .columns: overlay.changeColumns(in: Layout(self).middle.width)
        case .unfoldAll: overlay.unfold(all: true)
        case .foldAll: overlay.unfold(all: false)
        }
        overlays.replaceTop(with: overlay)
        return []
    }

    private mutating func compare() -> [Effect] {
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

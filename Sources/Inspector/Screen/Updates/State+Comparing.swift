import ClientEngine
import InspectorValues

// Two tasks, or two attempts of one, beside each other.
extension State {
    mutating func compare() -> [Effect] {
        do throws(ComparedPair.PairingError) {
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

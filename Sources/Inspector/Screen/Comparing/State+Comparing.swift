import ClientEngine
import InspectorValues

// Two tasks, or two attempts of one, beside each other.
extension State {
    mutating func perform(_ verb: ComparisonVerb) throws(Refusal) -> [Effect] {
        if verb == .show { return try compare() }
        guard var overlay = overlays.top as? ComparisonOverlay else { return [] }
        switch verb {
        case .show: break
        case .next: if !overlay.step(by: 1) { throw Refusal("no difference below") }
        case .previous: if !overlay.step(by: -1) { throw Refusal("no difference above") }
        case .columns: overlay.changeColumns(in: Layout(self).middle.width)
        case .unfoldAll: overlay.unfold(all: true)
        case .foldAll: overlay.unfold(all: false)
        }
        overlays.replaceTop(with: overlay)
        return []
    }

    private mutating func compare() throws(Refusal) -> [Effect] {
        do throws(ComparedPair.PairingError) {
            return compare(try ComparedPair(of: self))
        } catch {
            if let task = error.first, settings.hasHistory {
                return [.history(.predecessor(PredecessorQuestion(key: task.key, task: task.record)))]
            }
            throw Refusal(error.sentence)
        }
    }

    /// Compares a task with the one that the history knows before it, unless it was left meanwhile.
    mutating func compare(_ key: TaskKey, with predecessor: Predecessor?) -> [Effect] {
        guard let task = ComparedPair.Listed(list.selectedTask, in: self), task.key == key, overlays.isEmpty
        else { return [] }
        do throws(ComparedPair.PairingError) {
            return compare(try ComparedPair(task, after: predecessor, self))
        } catch {
            refusal = error.sentence
            return []
        }
    }

    private mutating func compare(_ pair: ComparedPair) -> [Effect] {
        let job = ComparisonJob(number: overlays.numberOfNextJob(), left: pair.left, right: pair.right)
        overlays.show(ComparisonOverlay(pair.subject, job))
        return job.isLong ? [.compare(job)] : []
    }

    /// Takes in a comparison, unless it was left meanwhile.
    mutating func receive(_ comparison: CallComparison, of number: Int) {
        guard var overlay = overlays[ComparisonOverlay.self], overlay.job.number == number else { return }
        overlay.show(comparison)
        overlays[ComparisonOverlay.self] = overlay
    }
}

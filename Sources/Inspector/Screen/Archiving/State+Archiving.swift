import InspectorValues

// Tasks as an HTTP archive.
extension State {
    /// Makes one of the marked tasks, or of all that the filter shows.
    mutating func archive() throws(Refusal) -> [Effect] {
        let isMarked = !list.marked.isEmpty
        let keys = (isMarked ? Array(list.marked) : list.shown).sorted()
        guard keys.count <= ArchiveJob.mostTasks else {
            throw Refusal(
                "an archive holds at most \(ArchiveJob.mostTasks.grouped) tasks: a filter or marks leave fewer"
            )
        }
        let count = keys.count
        let filter = list.filter.isOn ? list.filter.text : ""
        let subject =
            isMarked
            ? "\(count) marked" : filter.isEmpty ? "all \(count)" : "\(count) that /\(filter) shows"
        let job = ArchiveJob(number: overlays.numberOfNextJob(), subject: subject, tasks: tasks, keys: keys)
        overlays.show(ArchiveOverlay(job))
        return [.archive(job)]
    }

    /// Takes in an archive, unless it was left meanwhile.
    mutating func receive(_ archive: TaskArchive, of number: Int) {
        guard var overlay = overlays[ArchiveOverlay.self], overlay.job.number == number else { return }
        overlay.show(archive)
        overlays[ArchiveOverlay.self] = overlay
    }
}

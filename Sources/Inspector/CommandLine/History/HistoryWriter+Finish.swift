import InspectorHistory

extension HistoryWriter {
    /// Waits until the last tasks are kept, and says which are not, and what can be done.
    package func finishOrComplain() {
        guard let trouble = trouble(in: finish()) else { return }
        StandardStream.complain(trouble.text)
        StandardStream.complain(trouble.remedy)
    }
}

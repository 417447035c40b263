extension State {
    /// Copies a part of the selected task; without one, shows which parts there are.
    mutating func copy(_ part: Clipping.Part?) -> [Effect] {
        guard let part, let task = selectedTask else {
            typed = [.character("y")]
            return []
        }
        do throws(Clipping.Refusal) {
            let clipping = try Clipping(part, of: task, in: self)
            notices.insert(.confirmation(clipping.confirmation), at: 0)
            return [.copy(clipping.bytes)]
        } catch {
            notices.insert(.error(error.text, hint: error.hint), at: 0)
            return []
        }
    }
}

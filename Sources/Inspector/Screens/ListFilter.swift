import ClientEngine

/// The filter of the list: what was typed last, whether it is on, and what is wrong with it.
struct ListFilter: Equatable, Sendable {
    private(set) var text = ""
    private(set) var isOn = true
    /// What is wrong with the text being typed; the last good filter stays in force meanwhile.
    private(set) var problem: Problem?

    struct Problem: Equatable, Sendable {
        var message: String
        /// The place in the text, counted in characters from 0.
        var column: Int
    }

    var isActive: Bool { isOn && !text.isEmpty }

    func admits(_ record: TaskRecord) -> Bool {
        guard isActive else { return true }
        let line = "\(record.origin.request.method.rawValue) \(record.origin.request.url)".lowercased()
        return text.lowercased().split(separator: " ").allSatisfy { line.contains($0) }
    }

    mutating func change(to text: String) {
        self.text = text
        isOn = true
    }

    mutating func toggle() { isOn.toggle() }
}

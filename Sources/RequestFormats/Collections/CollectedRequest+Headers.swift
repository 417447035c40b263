extension [CollectedRequest.Field] {
    /// The fields under those that come later; the later of a name wins.
    func overlaid(by upper: Self) -> Self {
        let names = Set(upper.filter(\.isEnabled).map { $0.name.lowercased() })
        return filter { !names.contains($0.name.lowercased()) } + upper
    }

    /// Tells whether a field of this name is sent.
    func sends(_ name: String) -> Bool {
        contains { $0.isEnabled && $0.name.lowercased() == name.lowercased() }
    }
}

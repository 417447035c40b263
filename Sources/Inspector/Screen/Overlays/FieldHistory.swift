/// The earlier entries of a field, and the one that is shown.
struct FieldHistory: Equatable, Sendable {
    /// The newest first, and what is being typed in front of them.
    private var texts: [String]
    private var age = 0

    init(_ text: String, earlier: [String]) {
        texts = [text] + earlier.filter { $0 != text }
    }

    /// Takes what is being typed, and goes back to it.
    mutating func type(_ text: String) {
        age = 0
        texts[0] = text
    }

    /// Goes an entry back or forward; nil where there is none.
    mutating func move(_ motion: Motion) -> String? {
        let next = age + (motion == .up ? 1 : -1)
        guard texts.indices.contains(next) else { return nil }
        age = next
        return texts[next]
    }
}

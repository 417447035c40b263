/// The names of members whose values a document does not give, so that a sample takes their place.
///
/// A name that has a given value in one place and a sample in another counts as given.
struct SampleNames {
    private var samples: Set<String> = []
    private var given: Set<String> = []

    mutating func add(_ name: String, isSample: Bool) {
        let name = Secret(named: name, "").name
        if isSample { samples.insert(name) } else { given.insert(name) }
    }

    /// Returns whether the value of a secret is an invented text; numbers and the like stay as they are.
    func contains(_ secret: Secret) -> Bool {
        guard samples.contains(secret.name), !given.contains(secret.name) else { return false }
        return Double(secret.text) == nil && !["true", "false", "null"].contains(secret.text)
    }
}

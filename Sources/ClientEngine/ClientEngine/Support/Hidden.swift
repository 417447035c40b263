/// Hides a secret from `print`, `dump` and debuggers, which show no content.
struct Hidden<Secret: Sendable & Hashable>: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    let secret: Secret

    init(_ secret: Secret) {
        self.secret = secret
    }

    var description: String { "…" }

    var customMirror: Mirror { Mirror(self, children: []) }
}

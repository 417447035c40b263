/// Keeps a secret out of `print`, `dump` and debuggers: it looks as if nothing were inside.
struct Hidden<Secret: Sendable & Hashable>: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    let secret: Secret

    init(_ secret: Secret) {
        self.secret = secret
    }

    var description: String { "…" }

    var customMirror: Mirror { Mirror(self, children: []) }
}

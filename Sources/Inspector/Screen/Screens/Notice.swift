/// A message that stays until it is dismissed.
struct Notice: Equatable, Sendable {
    enum Kind: Sendable {
        case error, information
        /// Says that a key has done what it does; the next key takes it away.
        case confirmation
    }

    var kind: Kind
    var text: String
    var hint: String?

    static func error(_ text: String, hint: String? = nil) -> Notice {
        Notice(kind: .error, text: text, hint: hint)
    }

    static func confirmation(_ text: String) -> Notice {
        Notice(kind: .confirmation, text: text)
    }

    static func information(_ text: String) -> Notice {
        Notice(kind: .information, text: text)
    }
}

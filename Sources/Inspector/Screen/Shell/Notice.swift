/// A message that stays until it is dismissed.
package struct Notice: Equatable, Sendable {
    package enum Kind: Sendable {
        case error, information
        /// Says that a key has done what it does; the next key takes it away.
        case confirmation
        /// Says what is waited for, for as long as it is.
        case waiting
    }

    package var kind: Kind
    package var text: String
    var hint: String?

    package static func error(_ text: String, hint: String? = nil) -> Notice {
        Notice(kind: .error, text: text, hint: hint)
    }

    package static func confirmation(_ text: String, hint: String? = nil) -> Notice {
        Notice(kind: .confirmation, text: text, hint: hint)
    }

    static func waiting(_ text: String) -> Notice {
        Notice(kind: .waiting, text: text)
    }

    package static func information(_ text: String) -> Notice {
        Notice(kind: .information, text: text)
    }
}

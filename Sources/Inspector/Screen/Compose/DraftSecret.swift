import ClientEngine
import RequestFormats

/// A secret that stands in a draft itself, not behind a reference.
struct DraftSecret: Hashable, Sendable {
    /// What a variable that holds it could be called.
    var name: String
    var text: String

    init(name: String, text: String) {
        let name = name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        self.name = name.isEmpty ? "secret" : String(name)
        self.text = text
    }

    /// How a text holds secrets.
    enum Shape: Sendable {
        case whole
        /// A scheme, then the secret.
        case credentials
        /// `name=secret; name=secret`.
        case cookies
        /// A URL: its login, and its parameters.
        case address
        /// A body, whose names tell what is secret; it need not be complete.
        case body(type: String?)

        /// The text with other texts in the place of its secrets; one that is a reference already stays.
        func replacing(in text: String, named name: String, _ change: (DraftSecret) -> String) -> String {
            var out = text
            for (name, range) in ranges(in: text, name).reversed() where !References.isAll(of: text[range]) {
                out.replaceSubrange(range, with: change(DraftSecret(name: name, text: String(text[range]))))
            }
            return out
        }

        private typealias Found = [(name: String, range: Range<String.Index>)]

        private func ranges(in text: String, _ name: String) -> Found {
            switch self {
            case .whole: return [(name, text.startIndex..<text.endIndex)]
            case .credentials:
                let start =
                    text.unicodeScalars.firstIndex(of: " ").map { text.unicodeScalars.index(after: $0) }
                    ?? text.startIndex
                return [(name, start..<text.endIndex)]
            case .cookies: return Self.cookies(in: text, name)
            case .address:
                let password = AddressPassword.range(in: text).map { [(name, $0)] } ?? []
                return password + Self.parameters(in: text)
            case .body(let type): return Self.named(in: text, type)
            }
        }

        private static func named(in text: String, _ type: String?) -> Found {
            let bytes = Array(text.utf8)
            return NamedSecrets(in: bytes, contentType: type, isTemplate: true).places.map { place in
                let index = { text.utf8.index(text.startIndex, offsetBy: $0) }
                let value = index(place.value.lowerBound)..<index(place.value.upperBound)
                return (String(decoding: bytes[place.name], as: UTF8.self), value)
            }
        }

        private static func cookies(in text: String, _ name: String) -> Found {
            text.split(at: ";").map { pair in
                guard let equals = pair.unicodeScalars.firstIndex(of: "=") else {
                    return (name, pair.startIndex..<pair.endIndex)
                }
                let cookie = pair[..<equals].drop { $0 == " " }
                return (String(cookie), pair.unicodeScalars.index(after: equals)..<pair.endIndex)
            }
        }

        private static func parameters(in text: String) -> Found {
            AddressParameters.all(in: text[...]).compactMap { name, value in
                guard Redaction.isSecret(parameter: name.queryDecoded, value: value) else { return nil }
                return (String(name), value.startIndex..<value.endIndex)
            }
        }
    }
}

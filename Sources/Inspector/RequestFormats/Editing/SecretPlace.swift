import ClientEngine
import ClientEngineRecording
import FoundationEssentials

package struct Secret: Hashable, Sendable {
    /// A name for a variable that holds it.
    package var name: String
    package var text: String

    init(named name: String, _ text: some StringProtocol) {
        self.name = SafeNames.variable(name.lowercased())
        self.text = String(text)
    }
}

package enum SecretPlace: Sendable {
    /// It is one; this is its name.
    case whole(String)
    /// It is one as a form encodes it.
    case formEncoded(String)
    /// A scheme, then the secret; of a login the password.
    case credentials(String)
    /// `name=secret; name=secret`.
    case cookies
    /// A URL: its login, and its parameters; these are secret whatever they are called.
    case address(Set<String> = [])
    /// A body, whose names tell what is secret; it need not be complete.
    case body(type: String?)

    /// Creates the place of the secrets in a header; nil where it holds none.
    package init?(header name: String, isCredential: Bool = false) {
        guard isCredential || Redaction.isSecret(header: name) else { return nil }
        let lower = name.lowercased()
        self =
            lower.hasSuffix("authorization")
            ? .credentials(name) : lower.contains("cookie") ? .cookies : .whole(name)
    }

    /// Creates the place of a parameter or a field; nil where it is not secret.
    package init?(parameter name: String, _ value: String) {
        guard Redaction.isSecret(parameter: name.queryDecoded, value: value) else { return nil }
        self = .whole(name.queryDecoded)
    }

    /// Returns the text with other texts in the place of its secrets, be they references already or not.
    package func replacing(in text: String, _ change: (Secret) -> String) -> String {
        guard !text.isEmpty else { return text }
        if case .formEncoded(let name) = self { return Self.encoded(text, name, change) }
        if case .credentials = self, let login = BasicLogin(text) { return login.replacing(in: text, change) }
        let changed = ranges(in: text).filter { !$0.range.isEmpty }.map {
            ($0.range, change(Secret(named: $0.name, text[$0.range])))
        }
        var out = text
        for (range, text) in changed.reversed() { out.replaceSubrange(range, with: text) }
        return out
    }

    private func ranges(in text: String) -> [(name: String, range: Range<String.Index>)] {
        switch self {
        case .formEncoded: return []
        case .whole(let name): return [(name, text.startIndex..<text.endIndex)]
        case .credentials(let name): return Self.credentials(in: text, name)
        case .cookies: return Self.cookies(in: text)
        case .address(let names):
            let password = AddressPassword.range(in: text).map { [("password", $0)] } ?? []
            return password + Self.parameters(in: text, names)
        case .body(let type): return Self.named(in: text, type)
        }
    }

    /// Replaces an encoded secret; its replacement is encoded as well.
    private static func encoded(_ text: String, _ name: String, _ change: (Secret) -> String) -> String {
        guard let plain = EditableRequest.Field(name, text).formDecoded else {
            return change(Secret(named: name, text))
        }
        let changed = change(Secret(named: plain.name, plain.value))
        return changed == plain.value ? text : TemplateText.map(changed, reference: TemplateText.encoding)
    }

    private static func credentials(
        in text: String, _ name: String
    ) -> [(name: String, range: Range<String.Index>)] {
        let scheme = text.prefix(before: " ")
        guard scheme.endIndex != text.endIndex else {
            return scheme.lowercased() == "negotiate" ? [] : [(name, text.startIndex..<text.endIndex)]
        }
        if let secrets = LoginWords(text).secrets { return secrets }
        let start = text.unicodeScalars.index(after: scheme.endIndex)
        return [(scheme.lowercased() == "bearer" ? "token" : name, start..<text.endIndex)]
    }

    private static func cookies(in text: String) -> [(name: String, range: Range<String.Index>)] {
        text.split(at: ";").map { pair in
            guard let equals = pair.unicodeScalars.firstIndex(of: "=") else {
                return ("cookie", pair.startIndex..<pair.endIndex)
            }
            let name = pair[..<equals].trimmed
            return (name, pair.unicodeScalars.index(after: equals)..<pair.endIndex)
        }
    }

    private static func parameters(
        in text: String, _ names: Set<String>
    ) -> [(name: String, range: Range<String.Index>)] {
        AddressParameters.all(in: text[...]).compactMap { name, value in
            let plain = name.queryDecoded
            guard names.contains(plain.lowercased()) || Redaction.isSecret(parameter: plain, value: value)
            else {
                return nil
            }
            return (plain, value.startIndex..<value.endIndex)
        }
    }

    private static func named(in text: String, _ type: String?) -> [(
        name: String, range: Range<String.Index>
    )] {
        let bytes = Array(text.utf8)
        return NamedSecrets(in: bytes, contentType: type, isTemplate: true).places.map { place in
            let index = { text.utf8.index(text.startIndex, offsetBy: $0) }
            let name = String(decoding: bytes[place.name], as: UTF8.self).partName
            return (name, index(place.value.lowerBound)..<index(place.value.upperBound))
        }
    }
}

/// `Basic user password`, `Basic user:password` or its base64, where variables may stand for parts of it.
package struct BasicLogin {
    /// All before the password.
    private let beginning: String
    package let user: String
    package let password: String

    /// Takes a header's value apart; nil where it is something else.
    package init?(_ value: String) {
        let scheme = value.prefix(before: " ")
        guard scheme.lowercased() == "basic" else { return nil }
        var login = value[scheme.endIndex...].trimmedBlanks
        if !login.unicodeScalars.contains(where: { ": {".unicodeScalars.contains($0) }) {
            guard let data = Data(base64Encoded: String(login)),
                let plain = String(validating: data, as: UTF8.self), plain.unicodeScalars.contains(":"),
                !plain.unicodeScalars.contains(where: { " {".unicodeScalars.contains($0) })
            else { return nil }
            login = plain[...]
        }
        let start =
            login.hasPrefix("{{") ? login.unicodeScalars.firstRange(of: "}}".unicodeScalars)?.upperBound : nil
        guard
            let mark = login[(start ?? login.startIndex)...].unicodeScalars.firstIndex(where: {
                $0 == ":" || $0 == " "
            })
        else { return nil }
        let rest = login[login.unicodeScalars.index(after: mark)...]
        // Read as a user and a password again, it would be another one.
        if login.unicodeScalars[mark] == ":", rest.unicodeScalars.contains(" ") { return nil }
        user = String(login[..<mark])
        password = String(rest)
        beginning = "\(scheme) \(login[...mark])"
    }

    fileprivate func replacing(in value: String, _ change: (Secret) -> String) -> String {
        let changed = password.isEmpty ? password : change(Secret(named: "password", password))
        return changed == password ? value : beginning + changed
    }
}

extension String {
    /// The name of a part, of the line that has it, or the text itself.
    fileprivate var partName: String {
        guard lowercased().hasPrefix("content-disposition"),
            let range = unicodeScalars.firstRange(of: " name=".unicodeScalars)
        else {
            return self
        }
        return self[range.upperBound...].prefix(before: ";").filter { $0 != "\"" }
    }
}

/// Finds the user information of a URL, and what is secret in it.
package enum AddressPassword {
    /// Returns the place of the password, or of the whole user information if it holds no colon; `nil` if there is none.
    package static func range(in url: String) -> Range<String.Index>? {
        guard let login = login(in: url) else { return nil }
        let end = url.unicodeScalars.index(before: login.upperBound)
        let colon = url[login.lowerBound..<end].unicodeScalars.firstIndex(of: ":")
        let first = colon.map { url.unicodeScalars.index(after: $0) } ?? login.lowerBound
        return first < end ? first..<end : nil
    }

    /// Returns the place of the user information with the `@` after it; `nil` if there is none.
    static func login(in url: String) -> Range<String.Index>? {
        guard let start = url.unicodeScalars.firstRange(of: "://".unicodeScalars)?.upperBound else {
            return nil
        }
        let authority = url[start...].prefix(before: "/", "?", "#")
        guard let at = authority.unicodeScalars.lastIndex(of: "@") else { return nil }
        return start..<url.unicodeScalars.index(after: at)
    }
}

import ClientEngine
import Glibc

extension Redaction {
    /// Returns a URL with its user information, its secret parameters and all known secrets redacted.
    public mutating func url(_ text: String) -> String {
        guard isHiding else { return text }
        guard text.mayHoldURLSecrets else { return self.text(text) }
        var rest = text[...]
        var output = ""
        if let start = rest.authorityStart {
            let authority = rest[start...].prefix(before: "/", "?", "#")
            output = String(rest[..<start])
            if let at = authority.unicodeScalars.lastIndex(of: "@") {
                output += userInformation(authority[..<at])
                rest = rest[at...]
            } else {
                rest = rest[start...]
            }
        }
        for (name, value) in AddressParameters.all(in: rest)
        where Self.isSecret(parameter: name.queryDecoded, value: value)
            || otherNames.contains(name.queryDecoded.lowercased())
        {
            output += rest[..<value.startIndex] + placeholder(for: String(value))
            rest = rest[value.endIndex...]
        }
        return self.text(output + rest)
    }

    /// Returns whether a parameter of a query or a form holds a secret.
    ///
    /// An OAuth `code` is a secret unless it is short.
    public static func isSecret(parameter name: String, value: some StringProtocol) -> Bool {
        isSecret(parameter: name, valueOf: value.utf8.count)
    }

    static func isSecret(parameter name: String, valueOf length: Int) -> Bool {
        if isSecret(name: name) { return true }
        let name = name.lowercased()
        return name == "code" && length >= shortestCode || name == "sig" || name.hasSuffix("signature")
    }

    /// The minimum length of an authorization code.
    ///
    /// Codes for a status, a country or a currency are shorter.
    private static let shortestCode = 8

    private mutating func userInformation(_ text: Substring) -> String {
        let placeholder = placeholder(for: String(text))
        if let (_, password) = text.cut(at: ":") {
            add(aliases: [String(password)], of: String(text))
        }
        return placeholder
    }
}

extension String {
    fileprivate var mayHoldURLSecrets: Bool {
        var text = self
        return text.withUTF8 { UnsafeRawBufferPointer($0).mayHoldURLSecrets }
    }
}

extension ArraySlice<UInt8> {
    /// Indicates whether the URL may contain user information or a parameter with a value.
    var mayHoldURLSecrets: Bool { withUnsafeBytes(\.mayHoldURLSecrets) }
}

extension UnsafeRawBufferPointer {
    /// Indicates whether there is an `@`, which ends user information, or a `=`, which starts the value of a parameter.
    fileprivate var mayHoldURLSecrets: Bool {
        guard let start = baseAddress else { return false }
        return memchr(start, 0x40, count) != nil || memchr(start, 0x3D, count) != nil
    }
}

extension Redaction {
    /// A URL, with its user information and secret parameters replaced, and whatever secret is known.
    package mutating func url(_ text: String) -> String {
        guard isHiding else { return text }
        var rest = text[...]
        var output = ""
        if let start = rest.unicodeScalars.firstRange(of: "://".unicodeScalars)?.upperBound {
            let authority = rest[start...].prefix(before: "/", "?", "#")
            output = String(rest[..<start])
            if let at = authority.unicodeScalars.lastIndex(of: "@") {
                output += userInformation(authority[..<at])
                rest = rest[at...]
            } else {
                rest = rest[start...]
            }
        }
        let path = rest.prefix(before: "?", "#")
        output += pathParameters(path)
        rest = rest[path.endIndex...]
        for mark in ["?", "#"] as [Unicode.Scalar] {
            guard let index = rest.unicodeScalars.firstIndex(of: mark) else { continue }
            let behind = rest.unicodeScalars.index(after: index)
            output += rest[..<behind]
            rest = rest[behind...]
            let end = mark == "?" ? rest.unicodeScalars.firstIndex(of: "#") ?? rest.endIndex : rest.endIndex
            output += pairs(rest[..<end])
            rest = rest[end...]
        }
        return self.text(output + rest)
    }

    /// Tells whether a parameter of a query or a form holds a secret; so does an OAuth `code`, which is no short number.
    package static func isSecret(parameter name: String, value: some StringProtocol) -> Bool {
        isSecret(parameter: name, valueOf: value.utf8.count)
    }

    static func isSecret(parameter name: String, valueOf length: Int) -> Bool {
        if isSecret(name: name) { return true }
        let name = name.lowercased()
        return name == "code" && length >= shortestCode || name == "sig" || name.hasSuffix("signature")
    }

    /// An authorization code is longer than what else is called a code: a status, a country, a currency.
    private static let shortestCode = 8

    private mutating func userInformation(_ text: Substring) -> String {
        let placeholder = placeholder(for: String(text))
        if let colon = text.unicodeScalars.firstIndex(of: ":") {
            add(aliases: [String(text[text.unicodeScalars.index(after: colon)...])], of: String(text))
        }
        return placeholder
    }

    /// Parameters of segments, as in `/cart;jsessionid=1`.
    private mutating func pathParameters(_ path: Substring) -> String {
        guard path.utf8.contains(UInt8(ascii: ";")) else { return String(path) }
        let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return segments.map { pairs(Substring($0), separator: ";") }.joined(separator: "/")
    }

    /// Parameters as in a query or a form.
    mutating func pairs(_ text: Substring, separator: Unicode.Scalar = "&") -> String {
        let parts = text.utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
        let pairs = parts.map { pair -> Substring in
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return Substring(pair) }
            let name = Substring(pair[..<equals])
            let value = Substring(pair[pair.index(after: equals)...])
            guard Self.isSecret(parameter: name.queryDecoded, value: value) else { return Substring(pair) }
            return name + "=" + placeholder(for: String(value))
        }
        return pairs.joined(separator: String(separator))
    }
}

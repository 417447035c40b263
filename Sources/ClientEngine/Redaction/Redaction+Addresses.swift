extension Redaction {
    /// A URL, with its user information and secret parameters replaced.
    public mutating func url(_ text: String) -> String {
        guard isHiding else { return text }
        var rest = text[...]
        var output = ""
        if let start = rest.firstRange(of: "://")?.upperBound {
            let authority = rest[start...].prefix { !"/?#".contains($0) }
            output = String(rest[..<start])
            if let at = authority.lastIndex(of: "@") {
                output += placeholder(for: String(authority[..<at]))
                rest = rest[at...]
            } else {
                rest = rest[start...]
            }
        }
        for mark in ["?", "#"] as [Character] {
            guard let index = rest.firstIndex(of: mark) else { continue }
            output += rest[...index]
            rest = rest[rest.index(after: index)...]
            let end = mark == "?" ? rest.firstIndex(of: "#") ?? rest.endIndex : rest.endIndex
            output += pairs(rest[..<end])
            rest = rest[end...]
        }
        return output + rest
    }

    /// Parameters as in a query or a form.
    mutating func pairs(_ text: Substring) -> String {
        let parts = text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        let pairs = parts.map { pair -> Substring in
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return Substring(pair) }
            let name = Substring(pair[..<equals])
            guard Self.isSecret(name: name.queryDecoded) else { return Substring(pair) }
            return name + "=" + placeholder(for: String(Substring(pair[pair.index(after: equals)...])))
        }
        return pairs.joined(separator: "&")
    }
}

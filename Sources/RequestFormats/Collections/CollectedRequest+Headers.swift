import ClientEngine

extension [CollectedRequest.Field] {
    /// The fields under those that come later; the later of a name wins.
    func overlaid(by upper: Self) -> Self {
        let names = Set(upper.filter(\.isEnabled).map { $0.name.lowercased() })
        return filter { !names.contains($0.name.lowercased()) } + upper
    }

    /// Tells whether a field of this name is sent.
    func sends(_ name: String) -> Bool {
        contains { $0.isEnabled && $0.name.lowercased() == name.lowercased() }
    }
}

extension CollectedRequest {
    /// Keeps a parameter that is switched off as a comment; what is secret is left out of it.
    mutating func noteSwitchedOff(_ name: String, _ value: String, mark: String = "?") {
        let isHidden = Redaction.isSecret(name: name) && !value.isEmpty && !TemplateText.hasReference(value)
        comments.append("switched off: \(mark)\(name)=\(isHidden ? "…" : value)")
    }

    /// Adds a credential as a header, unless a header of the name is sent already.
    mutating func addCredential(header name: String, _ value: String) {
        credentials.insert(name)
        if !headers.sends(name) { headers.append(.init(name, value)) }
    }

    /// Adds a credential to the query, encoded there.
    mutating func addCredential(parameter name: String, _ value: String) {
        credentials.insert(name)
        addParameter(TemplateText.percentEncoded(name), TemplateText.percentEncoded(value))
    }

    /// Adds a parameter to the query, before the fragment.
    mutating func addParameter(_ name: String, _ value: String) {
        let end = url.unicodeScalars.firstIndex(of: "#") ?? url.endIndex
        let mark = url[..<end].unicodeScalars.contains("?") ? "&" : "?"
        url.insert(contentsOf: "\(mark)\(name)=\(value)", at: end)
    }
}

/// Text with `{{…}}` in it, whatever stands between the braces.
package enum TemplateText {
    /// Rewrites what stands between braces, and what stands around them.
    package static func map(
        _ text: String, literal: (Substring) -> String = { String($0) }, reference: (Substring) -> String
    ) -> String {
        var output = ""
        var start = text.startIndex
        var scanner = TemplateScanner(text)
        while let token = scanner.next() {
            guard case .braces(let inside) = token else { continue }
            let open = text.utf8.index(inside.startIndex, offsetBy: -2)
            if start < open { output += literal(text[start..<open]) }
            output += reference(inside)
            start = text.utf8.index(inside.endIndex, offsetBy: 2)
        }
        return start < text.endIndex ? output + literal(text[start...]) : output
    }

    /// Percent-encodes a text as a form does; the values of references are encoded when they are filled in.
    static func formEncoded(_ text: String) -> String {
        map(text, literal: { String($0).formEncoded }, reference: encoding)
    }

    /// Percent-encodes a text of another program for a query or a segment of a path; so are the values of references,
    /// whose names are still that program's.
    static func percentEncoded(_ text: String) -> String {
        map(text, literal: { String($0).percentEncoded }, reference: encoding)
    }

    /// Returns a reference that encodes what it brings: `{{%name}}`; what is made on the spot stays as it is.
    static func encoding(_ inside: Substring) -> String {
        let name = inside.trimmedBlanks
        return "{{\(name.hasPrefix("$") || name.hasPrefix("%") ? "" : "%")\(name)}}"
    }

    /// Rewrites the names between braces; the `%` before one stays.
    static func mapNames(_ text: String, _ change: (Substring) -> String) -> String {
        map(text) { inside in
            let name = inside.trimmedBlanks
            guard name.hasPrefix("%") else { return "{{\(change(name[...]))}}" }
            return encoding(change(name.dropFirst()[...])[...])
        }
    }

    /// Returns the insides of all braces, in the order of the text.
    static func insides(of text: String) -> [Substring] {
        var insides: [Substring] = []
        var scanner = TemplateScanner(text)
        while let token = scanner.next() {
            if case .braces(let inside) = token { insides.append(inside) }
        }
        return insides
    }

    /// Returns the names of the variables that a text refers to.
    package static func variables(in text: String) -> Set<String> {
        Set(
            insides(of: text).compactMap { inside in
                if case .variable(let name, _)? = Reference(inside, dialect: .union) { name } else { nil }
            })
    }

    /// Returns the name of the variable that a text begins with; `nil` if it begins with anything else.
    static func variable(beginning text: String) -> String? {
        var scanner = TemplateScanner(text)
        guard case .braces(let inside)? = scanner.next(),
            case .variable(let name, _)? = Reference(inside, dialect: .union)
        else { return nil }
        return name
    }

    static func hasReference(_ text: String) -> Bool {
        insides(of: text).contains { Reference($0, dialect: .union) != nil }
    }

    // MARK: Names

    /// Returns the insides of all braces without blanks around them, in the order of the text, each once.
    package static func names(in text: String) -> [String] {
        var seen: Set<String> = []
        return insides(of: text).map { String($0.trimmedBlanks) }.filter { seen.insert($0).inserted }
    }

    /// Returns the text with every `{{name}}` replaced.
    package static func replacing(in text: String, _ value: (String) -> String) -> String {
        map(text) { value(String($0.trimmedBlanks)) }
    }

    package static func isAllReferences(_ text: some StringProtocol) -> Bool {
        map(String(text)) { _ in "" }.allSatisfy(\.isWhitespace)
    }
}

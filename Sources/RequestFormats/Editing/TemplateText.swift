/// Text with `{{…}}` in it, whatever stands between the braces.
package enum TemplateText {
    /// Rewrites what stands between braces, and what stands around them.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - literal: what becomes of the rest.
    ///   - reference: what becomes of a `{{…}}`, told by what is inside.
    /// - Returns: the rewritten text.
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

    /// A reference that encodes what it brings: `{{%name}}`; what is made on the spot stays as it is.
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

    /// The names of the variables that a text refers to.
    static func variables(in text: String) -> Set<String> {
        var names: Set<String> = []
        _ = map(text, literal: { _ in "" }) { inside in
            if case .variable(let name, _)? = Reference(inside, dialect: .union) { names.insert(name) }
            return ""
        }
        return names
    }

    /// Tells whether there is a reference in a text.
    static func hasReference(_ text: String) -> Bool {
        var found = false
        _ = map(text, literal: { _ in "" }) { inside in
            found = found || Reference(inside, dialect: .union) != nil
            return ""
        }
        return found
    }

    // MARK: Names

    /// What stands between braces, without blanks around it, in the order of the text, each once.
    package static func names(in text: String) -> [String] {
        var names: [String] = []
        var seen: Set<String> = []
        _ = map(text, literal: { _ in "" }) { inside in
            let name = String(inside.trimmedBlanks)
            if seen.insert(name).inserted { names.append(name) }
            return ""
        }
        return names
    }

    /// The text with every `{{name}}` replaced.
    package static func replacing(in text: String, _ value: (String) -> String) -> String {
        map(text) { value(String($0.trimmedBlanks)) }
    }

    /// Whether a text holds nothing but references and blanks.
    package static func isAllReferences(_ text: some StringProtocol) -> Bool {
        map(String(text)) { _ in "" }.allSatisfy(\.isWhitespace)
    }
}

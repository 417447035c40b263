// Directives among the lines that are kept.
extension EditableRequest {
    /// The value of a directive among the leading lines; an empty text removes it.
    ///
    /// A line that says the same already stays as it is.
    package subscript(directive name: String) -> String {
        get { lines.compactMap(Self.directive).last { $0.key == Self.key(name) }?.value ?? "" }
        set {
            guard newValue != self[directive: name] else { return }
            var lines = lines
            let isMeant = { (line: Substring) in Self.directive(in: line)?.key == Self.key(name) }
            let place = lines.firstIndex(where: isMeant)
            lines.removeAll(where: isMeant)
            if !newValue.isEmpty { lines.insert("# @\(name) \(newValue)", at: place ?? lines.count) }
            leading = lines.map { $0 + "\n" }.joined()
        }
    }

    /// The title among the leading lines, behind the `###` that separates the request from the one before.
    ///
    /// Without a title the separator stays.
    package var title: String {
        get { lines.first(where: Self.isSeparator).map { $0.drop { $0 == "#" }.trimmed } ?? "" }
        set {
            guard newValue != title else { return }
            var lines = lines
            let line = "### " + newValue.split(whereSeparator: \.isNewline).joined(separator: " ")
            if let place = lines.firstIndex(where: Self.isSeparator) {
                lines[place] = newValue.isEmpty ? "###" : line[...]
            } else {
                lines.insert(line[...], at: 0)
            }
            leading = lines.map { $0 + "\n" }.joined()
        }
    }

    private static func isSeparator(_ line: Substring) -> Bool { line.hasPrefix("###") }

    private var lines: [Substring] {
        leading.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    /// Returns the directive in a line, its key in lower case and without hyphens.
    package static func directive(in line: Substring) -> (key: String, value: String)? {
        guard let text = HTTPFileReader.comment(line), text.hasPrefix("@") else { return nil }
        let words = text.dropFirst().split(maxSplits: 1, whereSeparator: \.isWhitespace)
        return words.first.map { (key($0), words.count > 1 ? words[1].trimmed : "") }
    }

    private static func key(_ name: some StringProtocol) -> String {
        name.lowercased().replacingBytes("-", with: "")
    }
}

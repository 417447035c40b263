extension DisplayText {
    /// A sentence from outside, broken between words; a word that is longer than a line is cut.
    package static func words(of sentence: String, wrappedTo width: Int) -> [DisplayText] {
        var lines: [DisplayText] = [DisplayText()]
        for word in sentence.utf8.split(separator: 0x20) {
            let text = DisplayText(untrusted: word)
            let line = lines[lines.count - 1]
            if line.isEmpty || line.width + 1 + text.width <= width {
                lines[lines.count - 1] += (line.isEmpty ? "" : " ") + text
            } else {
                lines.append(text)
            }
        }
        return lines.flatMap { $0.wrapped(to: width) }
    }
}

extension String {
    /// The words of a name, in lower case: `signing_key`, `signingKey` and `signing-key` have two words each.
    public var words: [String] {
        var words: [String] = []
        var wasLower = false
        for scalar in unicodeScalars {
            let isWord = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            let isUpper = scalar.properties.isUppercase
            if !isWord {
                words.append("")
            } else if isUpper && wasLower || words.isEmpty {
                words.append(String(scalar).lowercased())
            } else {
                words[words.count - 1] += String(scalar).lowercased()
            }
            wasLower = isWord && !isUpper
        }
        return words.filter { !$0.isEmpty }
    }
}

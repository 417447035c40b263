import FoundationEssentials

/// Encodes what people write as `Basic user password` or `Basic user:password`.
enum BasicCredentials {
    static func encoded(_ value: String) -> String {
        let words = value.split(at: " ", maxSplits: 2, omittingEmptySubsequences: true)
        guard let scheme = words.first, scheme.lowercased() == "basic", words.count > 1 else { return value }
        let plain =
            words.count == 3
            ? "\(words[1]):\(words[2])" : words[1].unicodeScalars.contains(":") ? String(words[1]) : nil
        guard let plain else { return value }
        return "\(scheme) \(Data(plain.utf8).base64EncodedString())"
    }
}

import FoundationEssentials

/// Reads what people write as `Basic user password`, `Basic user:password`, and the same for Digest.
enum BasicCredentials {
    /// Returns the name and the password of a login by Digest; nil for a proof, which has been computed already.
    static func digest(in value: String) -> (user: String, password: String)? {
        let words = value.split(at: " ", maxSplits: 2, omittingEmptySubsequences: true)
        guard words.count > 1, words[0].lowercased() == "digest" else { return nil }
        if words.count == 3 {
            return words[1].hasSuffix(",") || words[1].unicodeScalars.contains("=")
                ? nil : (String(words[1]), String(words[2]))
        }
        let user = words[1].prefix(before: ":")
        return user == words[1] ? nil : (String(user), String(words[1].dropFirst(user.count + 1)))
    }

    /// Encodes a login by Basic; anything else stays.
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

import FoundationEssentials

/// Reads the logins that request files write in an `Authorization` field instead of the value to send.
///
/// `Basic user password`, `Basic user:password`, and the same for Digest are supported. Other programs sign or log in for
/// further spellings, which hold a secret key or a password.
enum LoginShorthand {
    /// Returns the reason why a value cannot be sent; `nil` if it asks for no login that is not supported.
    ///
    /// A finished credential is one word after its scheme, such as `AWS id:signature`.
    static func refusal(of value: String) -> String? {
        let words = value.unicodeScalars.split { $0 == " " || $0 == "\t" }.map { String($0) }
        guard words.count > 1 else { return nil }
        let holdsSecret = words.count > 2
        let reason: String? =
            switch words[0].lowercased() {
            case "aws" where holdsSecret:
                "the program does not sign requests for AWS. Write the finished value: “AWS4-HMAC-SHA256 Credential=…”"
            case "cognito" where holdsSecret:
                "the program does not log in to Amazon Cognito. Write the finished value: “Bearer TOKEN”"
            case "ntlm" where holdsSecret || words[1].contains(":"):
                "the program does not log in by NTLM. Use “Basic” or “Digest” if the server accepts them"
            case "oauth2", "openid":
                holdsSecret || flows.contains(words[1].lowercased())
                    ? "the program does not log in to identity providers. Write the finished value: “Bearer TOKEN”"
                    : nil
            default: nil
            }
        return reason.map { "“Authorization: \(words[0]) …” is a login that is not supported: \($0)." }
    }

    /// The ways to get a token from an identity provider, by the names that request files use.
    private static let flows: Set<String> = [
        "authorization_code", "client_credentials", "code", "device_code", "hybrid", "implicit", "password",
    ]

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

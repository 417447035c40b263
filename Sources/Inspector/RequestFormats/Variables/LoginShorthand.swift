import ClientEngine
import FoundationEssentials

/// Reads the logins that request files write in an `Authorization` field instead of the value to send.
///
/// | text | login |
/// |---|---|
/// | `AWS id secret token:t region:r service:s` | a signature; the last three words may be missing |
/// | `Digest user password`, `Digest user:password` | Digest |
/// | `NTLM user password domain`, `NTLM user:password` | NTLM; the domain is optional, and may precede the user with a backslash |
/// | `Negotiate` | Negotiate |
///
/// `Basic user password` and `Basic user:password` are encoded. A finished credential is one word after its scheme, such as
/// `AWS id:signature`. All words but the first may be references.
package enum LoginShorthand {
    /// A login that cannot be carried out.
    package struct Refusal: Error, Equatable {
        /// The sentence that says why, without the secrets of the login.
        package let message: String

        init(_ scheme: String, _ reason: String) {
            message = "“Authorization: \(scheme) …” is a login that is not supported: \(reason)."
        }
    }

    /// Returns the login that a value asks for; `nil` for a value that is sent.
    package static func login(in value: String) throws(Refusal) -> Credentials.Login? {
        let words = LoginWords(value).texts
        guard let scheme = words.first else { return nil }
        let holdsSecret = words.count > 2
        switch scheme.lowercased() {
        case "aws" where holdsSecret: return .aws(try awsKey(words))
        case "digest":
            return digest(in: value).map { .digest(user: $0.user, password: $0.password) }
        case "ntlm" where holdsSecret || words.count == 2 && words[1].contains(":"):
            return try ntlm(words, value)
        case "negotiate" where words.count == 1: return .negotiate
        case "negotiate" where holdsSecret || words[1].contains(":"):
            throw Refusal(
                scheme,
                "the program logs in with the Kerberos ticket of “kinit”. Write “Negotiate” without a user and a password"
            )
        case "cognito" where holdsSecret:
            throw Refusal(
                scheme,
                "the program does not log in to Amazon Cognito. Write the finished value: “Bearer TOKEN”")
        case "oauth2" where isFlow(words), "openid" where isFlow(words):
            throw Refusal(
                scheme,
                "the program does not log in to identity providers. Write the finished value: “Bearer TOKEN”")
        default: return nil
        }
    }

    /// Returns the text that asks for a login; `nil` for one that no text can say.
    package static func text(of login: Credentials.Login) -> String? {
        let texts: [String] =
            switch login {
            case .negotiate: ["Negotiate"]
            case .digest(let user, let password):
                ["Digest \(user):\(password)", "Digest \(user) \(password)"]
            case .ntlm(let user, let password): ["NTLM \(user):\(password)", "NTLM \(user) \(password)"]
            case .aws(let key):
                [
                    "AWS \(key.accessKeyID) \(key.secretAccessKey)"
                        + [("token", key.sessionToken), ("region", key.region), ("service", key.service)]
                        .map { name, value in value.map { " \(name):\($0)" } ?? "" }.joined()
                ]
            }
        return texts.first { (try? self.login(in: $0)) == login }
    }

    /// Reads the words of a login for AWS; an option may be apart from its value, or without one.
    private static func awsKey(_ words: [String]) throws(Refusal) -> AWSKey {
        var key = AWSKey(accessKeyID: words[1], secretAccessKey: words[2])
        let options: [String: WritableKeyPath<AWSKey, String?>] = [
            "token": \.sessionToken, "region": \.region, "service": \.service,
        ]
        var open: WritableKeyPath<AWSKey, String?>?
        for word in words.dropFirst(3) {
            if let (name, value) = word.cut(at: ":"), let option = options[name.lowercased()] {
                open = value.isEmpty ? option : nil
                if !value.isEmpty { key[keyPath: option] = String(value) }
            } else if let option = open {
                key[keyPath: option] = word
                open = nil
            } else {
                throw Refusal(
                    words[0],
                    "after the two parts of the key only “token:…”, “region:…” and “service:…” may follow")
            }
        }
        return key
    }

    /// Reads a login by NTLM.
    ///
    /// All after the first colon is the password, so that it may hold blanks.
    private static func ntlm(_ words: [String], _ value: String) throws(Refusal) -> Credentials.Login {
        if let (user, _) = words[1].cut(at: ":") {
            return .ntlm(user: String(user), password: String(value.cut(at: ":")?.tail ?? ""))
        }
        guard words.count <= 5 else {
            throw Refusal(words[0], "it has more words than a user, a password, a domain and a workstation")
        }
        let domain = words.count > 3 ? words[3] + "\\" : ""
        return .ntlm(user: domain + words[1], password: words[2])
    }

    private static func isFlow(_ words: [String]) -> Bool {
        words.count > 2 || words.count == 2 && flows.contains(words[1].lowercased())
    }

    /// The ways to get a token from an identity provider, by the names that request files use.
    private static let flows: Set<String> = [
        "authorization_code", "client_credentials", "code", "device_code", "hybrid", "implicit", "password",
    ]

    /// Returns the name and the password of a login by Digest; nil for a proof, which has been computed already.
    private static func digest(in value: String) -> (user: String, password: String)? {
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

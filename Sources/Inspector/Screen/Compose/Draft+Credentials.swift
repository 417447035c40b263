import ClientEngine
import FoundationEssentials
import RequestFormats

// The value of the header `Authorization` and the fields of the form that it is made of.
extension Draft.Credentials {
    /// Reads the value of a header; nil where the form has no fields for it.
    init?(reading value: String, at index: Int) {
        self.init()
        self.index = index
        let words = value.split(at: " ")
        if words.count == 2, words[0].lowercased() == "bearer" {
            (kind, token) = (.bearer, String(words[1]))
        } else if let login = BasicLogin(value) {
            (kind, user, password) = (.basic, login.user, login.password)
        } else {
            guard let login = try? LoginShorthand.login(in: value) else { return nil }
            take(login)
            isSpaced = self.value != value
            // A text that the fields would write in another way stays a header.
            guard self.value == value else { return nil }
        }
    }

    private mutating func take(_ login: ClientEngine.Credentials.Login) {
        switch login {
        case .digest(let user, let password): (kind, self.user, self.password) = (.digest, user, password)
        case .ntlm(let user, let password): (kind, self.user, self.password) = (.ntlm, user, password)
        case .negotiate: kind = .negotiate
        case .aws(let key):
            kind = .aws
            (accessKey, secretKey) = (key.accessKeyID, key.secretAccessKey)
            (sessionToken, region, service) = (key.sessionToken ?? "", key.region ?? "", key.service ?? "")
        }
    }

    /// The value of the header.
    var value: String? {
        switch kind {
        case .none: return nil
        case .bearer: return "Bearer \(token)"
        case .basic:
            let plain = "\(user):\(password)"
            guard plain.unicodeScalars.contains(" ") else { return "Basic \(plain)" }
            return "Basic \(Data(plain.utf8).base64EncodedString())"
        case .digest: return "Digest \(user)\(isSpaced ? " " : ":")\(password)"
        case .ntlm: return "NTLM \(user)\(isSpaced ? " " : ":")\(password)"
        case .negotiate: return "Negotiate"
        case .aws:
            let options = [("token", sessionToken), ("region", region), ("service", service)]
                .filter { !$0.1.isEmpty }.map { " \($0):\($1)" }
            return "AWS \(accessKey) \(secretKey)" + options.joined()
        }
    }
}

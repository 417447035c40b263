/// The credentials of a request of another program, as far as a request can carry them by itself.
enum ImportedCredentials {
    case none
    case header(String, String)
    case parameter(String, String)
    /// A way that is not carried over, by its name.
    case unsupported(String)

    /// Makes a header or a parameter of the values that programs have for a kind.
    init(
        _ kind: String, isInQuery: Bool, basic: (String, String) -> String = { "Basic \($0):\($1)" },
        _ value: (String) -> String
    ) {
        switch kind {
        case "", "none", "noauth": self = .none
        case "awsv4", "iam": self = .signature(value) ?? .unsupported(kind)
        case "digest": self = .header("Authorization", "Digest \(value("username")):\(value("password"))")
        case "ntlm":
            let domain = value("domain").isEmpty ? "" : value("domain") + "\\"
            self = .header("Authorization", "NTLM \(domain)\(value("username")):\(value("password"))")
        case "basic": self = .header("Authorization", basic(value("username"), value("password")))
        case "bearer": self = .header("Authorization", "Bearer " + value("token"))
        case "apikey" where value("key").isEmpty: self = .none
        case "apikey" where isInQuery: self = .parameter(value("key"), value("value"))
        case "apikey": self = .header(value("key"), value("value"))
        default: self = .unsupported(kind)
        }
    }

    /// Makes the login of a key for AWS, which Postman names in other words than Insomnia and Bruno; `nil` without a key.
    private static func signature(_ value: (String) -> String) -> ImportedCredentials? {
        let id = value("accessKeyId").isEmpty ? value("accessKey") : value("accessKeyId")
        let secret = value("secretAccessKey").isEmpty ? value("secretKey") : value("secretAccessKey")
        guard !id.isEmpty, !secret.isEmpty else { return nil }
        let options = [("token", "sessionToken"), ("region", "region"), ("service", "service")]
            .map { name, key in value(key).isEmpty ? "" : " \(name):\(value(key))" }
        return .header("Authorization", "AWS \(id) \(secret)" + options.joined())
    }
}

extension EditableRequest {
    /// Adds credentials, those of a folder as inherited ones; returns the name of a way that is not carried over.
    mutating func add(_ credentials: ImportedCredentials, isInherited: Bool = false) -> String? {
        switch credentials {
        case .none: return nil
        case .header(let name, let value): addCredential(header: name, value, isInherited: isInherited)
        case .parameter(let name, let value): addCredential(parameter: name, value)
        case .unsupported(let kind): return kind
        }
        return nil
    }
}

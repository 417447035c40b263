import EngineJSON
import FoundationEssentials

/// How a request of Postman shows who sends it, as far as a request can say it by itself.
enum PostmanAuthorization: Hashable {
    case none
    case header(name: String, value: String)
    case query(name: String, value: String)
    /// A way that needs more than a header.
    case unknown(type: String)

    init(_ auth: JSONValue) {
        let type = auth["type"]?.string ?? "noauth"
        let parameters = Self.parameters(auth[type])
        let value = { (name: String) in parameters[name] ?? "" }
        switch type {
        case "noauth":
            self = .none
        case "basic":
            self = .header(
                name: "Authorization", value: Self.basic(value("username"), value("password")))
        case "bearer":
            self = .header(name: "Authorization", value: "Bearer " + value("token"))
        case "apikey":
            let name = value("key")
            if name.isEmpty {
                self = .none
            } else if value("in") == "query" {
                self = .query(name: name, value: value("value"))
            } else {
                self = .header(name: name, value: value("value"))
            }
        default:
            self = .unknown(type: type)
        }
    }

    /// A list of keys and values in 2.1, an object in 2.0.
    private static func parameters(_ source: JSONValue?) -> [String: String] {
        if let object = source?.object {
            return Dictionary(object.members.map { ($0.name, $0.value.text) }) { $1 }
        }
        let pairs = (source?.array ?? []).compactMap { parameter in
            parameter["key"]?.string.map { ($0, parameter["value"]?.text ?? "") }
        }
        return Dictionary(pairs) { $1 }
    }

    /// `Basic user password`, which is encoded when it is sent; where blanks make that unclear it is encoded here.
    private static func basic(_ user: String, _ password: String) -> String {
        let isClear = !(user + password).unicodeScalars.contains(" ") && !user.unicodeScalars.contains(":")
        if isClear, !user.isEmpty, !password.isEmpty { return "Basic \(user) \(password)" }
        if TemplateText.hasReference(user + password) { return "Basic \(user):\(password)" }
        return "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
    }
}

import EngineJSON
import FoundationEssentials

extension ImportedCredentials {
    init(postman auth: JSONValue) {
        let kind = auth["type"]?.string ?? "noauth"
        let parameters = Self.parameters(auth[kind])
        self.init(kind, isInQuery: parameters["in"] == "query", basic: Self.basic) { parameters[$0] ?? "" }
    }

    /// Reads a list of keys and values (2.1), or an object (2.0).
    private static func parameters(_ source: JSONValue?) -> [String: String] {
        if let object = source?.object {
            return Dictionary(object.members.map { ($0.name, $0.value.plainText) }) { $1 }
        }
        let pairs = (source?.array ?? []).compactMap { parameter in
            parameter["key"]?.string.map { ($0, parameter["value"]?.plainText ?? "") }
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

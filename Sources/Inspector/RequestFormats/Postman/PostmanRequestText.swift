import ClientEngine
import EngineJSON

struct PostmanRequestText {
    private(set) var warnings: [String] = []
    private let request: EditableRequest
    private var login: JSONValue?

    init(_ request: EditableRequest) {
        var request = request
        request.mapTexts(PostmanReferences.exported)
        // All other credentials are headers in Postman, too. It would send the secrets of these.
        if let index = request.headers.firstIndex(where: {
            $0.isEnabled && $0.name.lowercased() == "authorization"
        }),
            let written = try? LoginShorthand.login(in: request.headers[index].value)
        {
            request.headers.remove(at: index)
            login = Self.auth(written)
            if login == nil {
                warnings.append("The login by Negotiate is left out: Postman does not know it.")
            }
        }
        self.request = request
    }

    private static func auth(_ login: Credentials.Login) -> JSONValue? {
        func object(_ kind: String, _ members: KeyValuePairs<String, String?>) -> JSONValue {
            let parameters = members.compactMap { name, value in
                value.map {
                    JSONValue.object(["key": .string(name), "value": .string($0), "type": "string"])
                }
            }
            return .object(["type": .string(kind), kind: .array(parameters)])
        }
        switch login {
        case .aws(let key):
            return object(
                "awsv4",
                [
                    "accessKey": key.accessKeyID, "secretKey": key.secretAccessKey,
                    "sessionToken": key.sessionToken,
                    "region": key.region, "service": key.service,
                ])
        case .digest(let user, let password):
            return object("digest", ["username": user, "password": password])
        case .ntlm(let user, let password):
            let (domain, name) = user.cut(at: "\\") ?? ("", user[...])
            return object(
                "ntlm",
                [
                    "username": String(name), "password": password,
                    "domain": domain.isEmpty ? nil : String(domain),
                ])
        case .negotiate: return nil
        }
    }

    mutating func item() -> JSONObject {
        var item: JSONObject = ["name": .string(request.name)]
        var object: JSONObject = [
            "method": .string(request.method),
            "header": .array(request.headers.map { Self.field($0) }),
            "url": Self.url(request),
        ]
        let attachments = request.attachments.map(\.text)
        warnings += request.attachments.map { "What stands in line \($0.line) is kept as a comment." }
        let paragraphs = [request.about] + request.comments + attachments
        let about = paragraphs.filter { !$0.isEmpty }.joined(separator: "\n")
        if !about.isEmpty { object["description"] = .string(about) }
        object["body"] = body()
        object["auth"] = login ?? ["type": "noauth"]
        item["request"] = .object(object)
        item["response"] = []
        if let settings = settings() { item["protocolProfileBehavior"] = settings }
        if let version = request.version {
            warnings.append("That \(version.rawValue) must be used is left out.")
        }
        for name in Set(unknownReferences).sorted() {
            warnings.append("Postman does not know “\(name)”.")
        }
        return item
    }

    private var unknownReferences: [String] {
        let known = ["$guid", "$timestamp", "$isoTimestamp", "$randomInt"]
        var found: [String] = []
        var request = request
        request.mapTexts { text in
            found += TemplateText.names(in: text).filter { name in
                name.hasPrefix("$") && !known.contains(name) || name.contains(".response.")
                    || name.contains(".request.")
            }
            return text
        }
        return found
    }

    private mutating func settings() -> JSONValue? {
        var settings = JSONObject()
        for directive in request.directives {
            let words = directive.split(at: " ", maxSplits: 1)
            switch words.first?.lowercased().replacingBytes("-", with: "") {
            case "@noredirect": settings["followRedirects"] = false
            case "@nocookiejar": settings["disableCookies"] = true
            case "@name": break
            default: warnings.append("The directive \(directive) is left out.")
            }
        }
        return settings.isEmpty ? nil : .object(settings)
    }

    private static func field(_ field: EditableRequest.Field, type: String? = nil) -> JSONValue {
        let isBare = field.isBare && field.value.isEmpty
        var object: JSONObject = ["key": .string(field.name), "value": isBare ? .null : .string(field.value)]
        if let type { object["type"] = .string(type) }
        if !field.isEnabled { object["disabled"] = true }
        return .object(object)
    }

    // MARK: URL

    /// Returns the URL as text and taken apart, as Postman shows it.
    private static func url(_ request: EditableRequest) -> JSONValue {
        let text = request.target
        var object: JSONObject = ["raw": .string(text)]
        var rest = text.prefix(before: "#")
        if let scheme = rest.unicodeScalars.firstRange(of: "://".unicodeScalars) {
            object["protocol"] = .string(String(rest[..<scheme.lowerBound]))
            rest = rest[scheme.upperBound...]
        }
        let query = rest.unicodeScalars.firstIndex(of: "?")
        let address = rest[..<(query ?? rest.endIndex)]
        let authority = address.prefix(before: "/")
        let colon = authority.hasSuffix("]") ? nil : authority.unicodeScalars.lastIndex(of: ":")
        let port = colon.map { authority[authority.unicodeScalars.index(after: $0)...] } ?? ""
        let isPort = !port.isEmpty && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let host = isPort ? authority[..<(colon ?? authority.endIndex)] : authority
        object["host"] = .array(host.split(at: ".").map { .string(String($0)) })
        if isPort { object["port"] = .string(String(port)) }
        let path = address[authority.endIndex...]
        if !path.isEmpty {
            let segments = path.dropFirst().split(at: "/", omittingEmptySubsequences: false)
            object["path"] = .array(segments.map { .string(String($0)) })
        }
        let fragment = text[rest.endIndex...].dropFirst()
        if !fragment.isEmpty { object["hash"] = .string(String(fragment)) }
        let sent = query.map {
            EditableRequest.Field.pairs(of: rest[rest.unicodeScalars.index(after: $0)...])
        }
        let parameters = (sent ?? []) + request.query.filter { !$0.isEnabled }
        if !parameters.isEmpty { object["query"] = .array(parameters.map { Self.field($0) }) }
        return .object(object)
    }

    // MARK: Body

    private mutating func body() -> JSONValue? {
        switch request.body {
        case .none:
            return nil
        case .text(let text), .lines(let text):
            return raw(text)
        case .form(let fields):
            let decoded = fields.compactMap(\.formDecoded)
            if decoded.count == fields.count {
                return [
                    "mode": "urlencoded", "urlencoded": .array(decoded.map { Self.field($0, type: "text") }),
                ]
            }
            // As they are, their values might hold more fields.
            warnings += fields.filter { !$0.isEnabled }.map {
                "The field “\($0.name)” is switched off and left out."
            }
            return raw(fields.filter(\.isEnabled).map { $0.pair(in: .form) }.joined(separator: "&"))
        case .multipart(let parts):
            return ["mode": "formdata", "formdata": .array(parts.map(Self.part))]
        case .file(let path):
            return ["mode": "file", "file": ["src": .string(path)]]
        case .graphQL(let query, let variables):
            return [
                "mode": "graphql", "graphql": ["query": .string(query), "variables": .string(variables)],
            ]
        }
    }

    private func raw(_ text: String) -> JSONValue {
        ["mode": "raw", "raw": .string(text), "options": ["raw": ["language": .string(language)]]]
    }

    private var language: String {
        let type = request.headers.sent("content-type")?.lowercased() ?? ""
        return ["json", "xml", "html", "javascript"].first { type.contains($0) } ?? "text"
    }

    private static func part(_ part: EditableBody.Part) -> JSONValue {
        var object: JSONObject = ["key": .string(part.name)]
        switch part.content {
        case .text(let text):
            object["value"] = .string(text)
            object["type"] = "text"
        case .file(let path):
            object["src"] = .string(path)
            object["type"] = "file"
            if let filename = part.filename { object["fileName"] = .string(filename) }
        }
        if let type = part.contentType { object["contentType"] = .string(type) }
        if !part.isEnabled { object["disabled"] = true }
        return .object(object)
    }
}

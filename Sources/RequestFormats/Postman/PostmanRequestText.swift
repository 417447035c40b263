import EngineJSON

/// One request as Postman writes it.
struct PostmanRequestText {
    private(set) var losses: [String] = []
    private let request: CollectedRequest

    init(_ request: CollectedRequest) {
        var request = request
        request.mapTexts(PostmanReferences.exported)
        self.request = request
    }

    mutating func item() -> JSONObject {
        var item: JSONObject = ["name": .string(request.name)]
        var object: JSONObject = [
            "method": .string(request.method),
            "header": .array(request.headers.map { Self.field($0) }),
            "url": Self.url(request.url),
        ]
        let attachments = request.attachments.map(\.text)
        losses += request.attachments.map { "What stands in line \($0.line) is kept as a comment." }
        let paragraphs = [request.about] + request.comments + attachments
        let about = paragraphs.filter { !$0.isEmpty }.joined(separator: "\n")
        if !about.isEmpty { object["description"] = .string(about) }
        object["body"] = body()
        // Credentials stand in the headers already.
        object["auth"] = ["type": "noauth"]
        item["request"] = .object(object)
        item["response"] = []
        if let settings = settings() { item["protocolProfileBehavior"] = settings }
        if let version = request.version {
            losses.append("That \(version.rawValue) must be used is left out.")
        }
        for name in Set(unknownReferences).sorted() {
            losses.append("Postman does not know “\(name)”.")
        }
        return item
    }

    private var unknownReferences: [String] {
        var found: [String] = []
        var request = request
        request.mapTexts { text in
            _ = TemplateText.map(text) { inside in
                let name = inside.trimmedBlanks
                let isMade =
                    name.hasPrefix("$")
                    && !["$guid", "$timestamp", "$isoTimestamp", "$randomInt"].contains(name)
                if isMade || name.contains(".response.") || name.contains(".request.") {
                    found.append(String(name))
                }
                return ""
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
            default: losses.append("The directive \(directive) is left out.")
            }
        }
        return settings.isEmpty ? nil : .object(settings)
    }

    private static func field(_ field: CollectedRequest.Field, type: String? = nil) -> JSONValue {
        var object: JSONObject = ["key": .string(field.name), "value": .string(field.value)]
        if let type { object["type"] = .string(type) }
        if !field.isEnabled { object["disabled"] = true }
        return .object(object)
    }

    // MARK: URL

    /// The URL as text and taken apart, as Postman shows it.
    private static func url(_ text: String) -> JSONValue {
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
        if let query { object["query"] = parameters(rest[rest.unicodeScalars.index(after: query)...]) }
        return .object(object)
    }

    private static func parameters(_ query: Substring) -> JSONValue {
        .array(
            query.split(at: "&", omittingEmptySubsequences: false).map { pair in
                let parts = pair.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let value = parts.count > 1 ? JSONValue.string(String(parts[1])) : .null
                return ["key": .string(String(parts[0])), "value": value]
            })
    }

    // MARK: Body

    private func body() -> JSONValue? {
        switch request.body {
        case .none:
            return nil
        case .text(let text):
            return [
                "mode": "raw", "raw": .string(text),
                "options": ["raw": ["language": .string(language)]],
            ]
        case .form(let fields):
            return ["mode": "urlencoded", "urlencoded": .array(fields.map { Self.field($0, type: "text") })]
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

    private var language: String {
        let type =
            request.headers.first { $0.isEnabled && $0.name.lowercased() == "content-type" }?.value
            .lowercased()
            ?? ""
        return ["json", "xml", "html", "javascript"].first { type.contains($0) } ?? "text"
    }

    private static func part(_ part: CollectedRequest.Part) -> JSONValue {
        var object: JSONObject = ["key": .string(part.name)]
        switch part.content {
        case .text(let text):
            object["value"] = .string(text)
            object["type"] = "text"
        case .file(let path, let filename):
            object["src"] = .string(path)
            object["type"] = "file"
            if let filename { object["fileName"] = .string(filename) }
        }
        if let type = part.contentType { object["contentType"] = .string(type) }
        if !part.isEnabled { object["disabled"] = true }
        return .object(object)
    }
}

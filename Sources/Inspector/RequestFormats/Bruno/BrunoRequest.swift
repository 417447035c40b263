struct BrunoRequest {
    private static let verbs = [
        "get", "post", "put", "delete", "patch", "options", "head", "connect", "trace", "http",
    ]

    private let file: BruFile
    private let inherited: BrunoInheritance
    /// The block of the method, which holds the URL.
    private let verb: String
    private(set) var request: EditableRequest
    /// The warnings, as sentences.
    private(set) var warnings: [String] = []

    init?(_ file: BruFile, named fallback: String, inheriting inherited: BrunoInheritance) {
        let block = file.blocks.first { Self.verbs.contains($0.name) }
        guard let block else { return nil }
        self.file = file
        self.inherited = inherited
        verb = block.name
        let name = file.value("name", in: "meta") ?? ""
        let method = verb == "http" ? file.value("method", in: verb) ?? "GET" : verb
        request = EditableRequest(
            name: name.isEmpty ? fallback : name, method: method.uppercased(),
            url: (file.value("url", in: verb) ?? "").trimmedWhitespace)
        read()
    }

    private mutating func read() {
        request.about = file.text("docs") ?? ""
        readParameters()
        request.headers = inherited.headers.overlaid(by: file.fields("headers"))
        readCredentials()
        let mode = file.value("body", in: verb) ?? (file.text("body") == nil ? "none" : "json")
        let body = BrunoBody(file, mode: mode)
        request.body = body.body
        if let type = body.contentType, !request.headers.sends("Content-Type") {
            request.headers.append(.init("Content-Type", type))
        }
        warnings += body.warnings
        readSettings()
        readDirectives()
        readScripts()
        if file.blocks.contains(where: { $0.name == "example" }) {
            warnings.append("Its saved examples are left out.")
        }
    }

    /// `:id` in the path and the query that stands apart from the URL.
    private mutating func readParameters() {
        for pair in file.pairs("params:path") where pair.isEnabled {
            request.url = PathSegments.filled(
                request.url, name: pair.name, encoded: PathSegments.text(for: pair.name, pair.value))
        }
        let query = file.pairs("params:query") + file.pairs("query")
        let enabled = query.filter(\.isEnabled).map { "\($0.name)=\($0.value)" }
        if !request.url.unicodeScalars.contains("?"), !enabled.isEmpty {
            request.url += "?" + enabled.joined(separator: "&")
        }
        let style: URLTextEncoder.Style =
            file.value("encodeUrl", in: "settings") == "true" ? .components : .standard
        request.url = URLTextEncoder.encoded(request.url, style)
        request.query = query.filter { !$0.isEnabled }.map { pair in
            .init(
                URLTextEncoder.encoded(component: pair.name, isValue: false, style),
                URLTextEncoder.encoded(component: pair.value, style), isEnabled: false)
        }
    }

    private mutating func readCredentials() {
        let mode = file.value("auth", in: verb) ?? "none"
        let isInherited = mode == "inherit"
        let credentials = isInherited ? inherited.auth : file.credentials(mode)
        if let kind = request.add(credentials, isInherited: isInherited) {
            warnings.append("The credentials (\(kind)) are left out.")
        }
    }

    private mutating func readSettings() {
        if file.value("followRedirects", in: "settings") == "false" {
            request.directives.append("@no-redirect")
        }
        if let timeout = file.value("timeout", in: "settings").flatMap(Int.init), timeout > 0 {
            request.directives.append("@timeout \(timeout)ms")
        }
        if let limit = file.value("maxRedirects", in: "settings"), limit != "5" {
            warnings.append("The setting “maxRedirects” is left out.")
        }
    }

    // MARK: Afterwards

    private mutating func readDirectives() {
        for pair in file.pairs("vars:post-response") { add(pair, "A variable", BrunoAssertions.capture) }
        for pair in file.pairs("assert") { add(pair, "An assertion", BrunoAssertions.assertion) }
    }

    private mutating func add(
        _ pair: BruFile.Pair, _ kind: String, _ directive: (String, String) -> String?
    ) {
        if pair.isEnabled, let directive = directive(pair.name, pair.value) {
            request.directives.append(directive)
            return
        }
        request.comments.append("\(pair.isEnabled ? "not run" : "switched off"): \(pair.name): \(pair.value)")
        if pair.isEnabled {
            warnings.append("\(kind) needs JavaScript and is kept as a comment: “\(pair.name)”.")
        }
    }

    private mutating func readScripts() {
        for name in ["script:pre-request", "script:post-response", "tests"] {
            guard let text = file.text(name)?.trimmedWhitespace, !text.isEmpty else { continue }
            request.comments +=
                ["not run: \(name)"]
                + text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { "  \($0)" }
            warnings.append("The script “\(name)” is not run; it is kept as a comment.")
        }
    }
}

struct BrunoBody {
    private let file: BruFile
    private(set) var body = EditableBody.none
    /// The media type that the mode stands for, when the body does not bring its own.
    private(set) var contentType: String?
    private(set) var warnings: [String] = []

    init(_ file: BruFile, mode: String) {
        self.file = file
        switch mode {
        case "none", "": break
        case "json": readText("json", type: "application/json", other: "body")
        case "text": readText("text", type: "text/plain")
        case "xml": readText("xml", type: "application/xml")
        case "sparql": readText("sparql", type: "application/sparql-query")
        case "formUrlEncoded":
            body = .form(
                file.fields("body:form-urlencoded").map {
                    .init(formEncoding: $0.name, $0.value, isEnabled: $0.isEnabled)
                })
        case "multipartForm": body = .multipart(file.pairs("body:multipart-form").flatMap(Self.parts))
        case "graphql":
            let variables = file.text("body:graphql:vars")?.trimmedWhitespace ?? ""
            body = .graphQL(
                query: file.text("body:graphql") ?? "", variables: JSONComments.removed(from: variables))
        case "file": readFile()
        default: warnings.append("The body (\(mode)) is left out.")
        }
    }

    private mutating func readText(_ name: String, type: String, other: String = "") {
        let text = file.text("body:\(name)") ?? file.text(other) ?? ""
        guard !text.trimmedWhitespace.isEmpty else { return }
        body = .text(name == "json" ? JSONComments.removed(from: text) : text)
        contentType = type
    }

    /// Of several files the one that is switched on is sent.
    private mutating func readFile() {
        let chosen = file.pairs("body:file").first(where: \.isEnabled)
        guard let chosen, let path = Self.paths(chosen.value)?.first else { return }
        body = .file(path: path)
        contentType = chosen.contentType ?? "application/octet-stream"
    }

    private static func parts(_ pair: BruFile.Pair) -> [EditableBody.Part] {
        guard let paths = paths(pair.value) else {
            return [
                .init(pair.name, .text(pair.value), contentType: pair.contentType, isEnabled: pair.isEnabled)
            ]
        }
        return paths.map {
            .init(pair.name, .file(path: $0), contentType: pair.contentType, isEnabled: pair.isEnabled)
        }
    }

    /// Returns the paths in `@file(a.png|b.png)`; nil when the value is text.
    private static func paths(_ value: String) -> [String]? {
        guard value.hasPrefix("@file("), value.hasSuffix(")") else { return nil }
        return value.dropFirst(6).dropLast().split(at: "|").map(String.init)
    }
}

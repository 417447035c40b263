import EngineJSON

/// Reads stub mappings of WireMock: each becomes a request that the stub would answer.
enum WireMockImporter: CollectionImporter {
    static let endings = [".json"]

    static func collection(from files: [ImportFile]) throws(ImportError) -> RequestCollection {
        try collection(of: files) { file throws(ImportError) in
            let root = try file.json()
            let stubs = root["mappings"]?.array ?? root.array ?? [root]
            guard stubs.contains(where: { $0["request"]?.object != nil }) else {
                throw ImportError(file.path, "It holds no stub.", expected: "“request” or “mappings”")
            }
            return collection(of: stubs, named: file.stem)
        }
    }

    private static func collection(of stubs: [JSONValue], named name: String) -> RequestCollection {
        var warnings = WarningList()
        var items: [RequestCollection.Item] = []
        for (index, stub) in stubs.enumerated() {
            let name = stub["name"]?.string ?? "stub \(index + 1)"
            guard let pattern = stub["request"]?.object else {
                warnings.add(name, "It has no request.")
                continue
            }
            let reader = WireMockRequest(pattern, named: stub["name"]?.string)
            for warning in reader.warnings { warnings.add(reader.request.name, warning) }
            items.append(.request(reader.request))
        }
        return RequestCollection(
            name: name, items: items, variables: [.init("baseUrl", "http://localhost:8080")],
            warnings: warnings.warnings)
    }
}

/// Makes a request that matches what a stub asks for, as far as an example of each condition can be made.
private struct WireMockRequest {
    private(set) var request: EditableRequest
    private(set) var warnings: [String] = []

    init(_ pattern: JSONObject, named name: String?) {
        let method = pattern["method"]?.string ?? "ANY"
        request = EditableRequest(name: "", method: method == "ANY" ? "GET" : method, url: "{{baseUrl}}")
        readURL(pattern)
        request.name = name ?? "\(request.method) \(request.url.dropFirst("{{baseUrl}}".count))"
        for (name, value) in values(of: pattern["queryParameters"]) {
            request.url +=
                (request.url.unicodeScalars.contains("?") ? "&" : "?")
                + "\(name.percentEncoded)=\(value.percentEncoded)"
        }
        for (name, value) in values(of: pattern["headers"]) {
            request.headers.append(.init(name, TextEscapes.literal(value)))
        }
        let cookies = values(of: pattern["cookies"]).map { "\($0)=\(TextEscapes.literal($1))" }
        if !cookies.isEmpty { request.headers.append(.init("Cookie", cookies.joined(separator: "; "))) }
        if let basic = pattern["basicAuthCredentials"] ?? pattern["basicAuth"] {
            let user = basic["username"]?.string ?? ""
            request.headers.append(.init("Authorization", "Basic \(user):\(basic["password"]?.string ?? "")"))
        }
        readBody(pattern["bodyPatterns"]?.array ?? [])
    }

    private mutating func readURL(_ pattern: JSONObject) {
        if let url = pattern["url"]?.string ?? pattern["urlPath"]?.string {
            request.url += TextEscapes.literal(url)
        } else if let template = pattern["urlPathTemplate"]?.string {
            request.url += String(template.filter { $0 != "{" && $0 != "}" })
        } else if let pattern = pattern["urlPattern"]?.string ?? pattern["urlPathPattern"]?.string {
            request.url += TextEscapes.literal(text(matching: pattern))
        } else {
            request.url += "/"
        }
    }

    private mutating func values(of conditions: JSONValue?) -> [(name: String, value: String)] {
        var values: [(String, String)] = []
        for member in conditions?.object?.members ?? [] {
            let condition = member.value
            if condition["absent"]?.bool == true || condition["doesNotMatch"] != nil { continue }
            if let value = value(meeting: condition) {
                values.append((member.name, value))
            } else {
                warnings.append("No value is made for “\(member.name)”: \(condition.serialized().prefix(80))")
            }
        }
        return values
    }

    private mutating func value(meeting condition: JSONValue) -> String? {
        if let exact = condition["equalTo"] ?? condition["contains"] { return exact.plainText }
        if let pattern = condition["matches"]?.string { return text(matching: pattern) }
        return condition["hasExactly"]?[0].flatMap { value(meeting: $0) }
            ?? condition["includes"]?[0].flatMap { value(meeting: $0) }
    }

    private mutating func text(matching pattern: String) -> String {
        let samples: [(pattern: String, text: String)] = [
            ("[0-9]+", "1"), ("\\d+", "1"), ("[0-9]*", "1"), ("\\d", "1"), ("[^/]+", "x"), ("[a-z]+", "x"),
            ("[a-zA-Z0-9]+", "x"), ("[a-zA-Z0-9-]+", "x"), ("\\w+", "x"), (".*", "x"), (".+", "x"),
        ]
        var text = pattern
        if text.hasPrefix("^") { text.removeFirst() }
        if text.hasSuffix("$") { text.removeLast() }
        for sample in samples { text = text.replacing(sample.pattern, with: sample.text) }
        for escaped in [".", "/", "?", "-", "+"] { text = text.replacing("\\\(escaped)", with: escaped) }
        if text.contains(where: { "\\[](){}*|^$".contains($0) }) {
            warnings.append("It matches a pattern, which stands in place of a text: \(pattern)")
        }
        return text
    }

    private mutating func readBody(_ patterns: [JSONValue]) {
        for pattern in patterns {
            if let json = pattern["equalToJson"] {
                let text = json.string ?? json.prettyPrinted()
                request.body = .text(TextEscapes.literal(text))
                if !request.headers.sends("Content-Type") {
                    request.headers.append(.init("Content-Type", "application/json"))
                }
            } else if let text = pattern["equalTo"]?.string ?? pattern["contains"]?.string {
                request.body = .text(TextEscapes.literal(text))
            } else {
                warnings.append("No body is made for: \(pattern.serialized().prefix(120))")
            }
        }
    }
}

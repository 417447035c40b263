import EngineJSON

/// Reads files of OpenCollection, the YAML that newer versions of Bruno write, as the blocks of a `.bru` file.
///
///     info: {name: Get one, type: http, seq: 2}        meta { … }
///     http: {method: GET, url: …, body: …, auth: …}    get { … }   headers { … }   body:json { … }
///     runtime: {scripts: …, assertions: …}             script:pre-request { … }   assert { … }
struct OpenCollection {
    private let root: JSONObject
    private var blocks: [BruFile.Block] = []

    /// Returns whether a document is one, and not just some YAML.
    static func canRead(_ root: JSONObject) -> Bool {
        let isNamed = root["info"]?.object != nil && root["openapi"] == nil && root["swagger"] == nil
        return isNamed || root["http"]?.object != nil || root["variables"]?.array != nil
    }

    static func file(_ root: JSONObject) -> BruFile {
        var reader = OpenCollection(root: root)
        reader.read()
        return BruFile(blocks: reader.blocks)
    }

    private mutating func read() {
        let info = root["info"]?.object ?? JSONObject()
        add("meta", ["name", "seq", "type"].compactMap { name in info[name].map { Self.pair(name, $0) } })
        if let docs = (root["docs"]?["content"] ?? root["docs"])?.string { add("docs", text: docs) }
        for kind in ["grpc", "websocket"] where root[kind] != nil { add(kind == "grpc" ? kind : "ws", []) }
        let defaults = root["request"]?.object
        let http = root["http"]?.object ?? root["graphql"]?.object
        if let section = http ?? defaults { readRequest(section, isFolder: http == nil) }
        readRuntime(root["runtime"]?.object ?? defaults ?? JSONObject())
        readVariables(root["variables"])
        guard var settings = root["settings"]?.object else { return }
        // Settings that do not mention it encode; without settings nothing is encoded.
        if settings["encodeUrl"] == nil { settings["encodeUrl"] = true }
        add("settings", settings.members.map { Self.pair($0.name, $0.value) })
    }

    private mutating func readRequest(_ section: JSONObject, isFolder: Bool) {
        let auth = section["auth"]
        let mode = auth?.string ?? auth?["type"]?.string ?? (isFolder ? "inherit" : "none")
        if isFolder { add("auth", [Self.pair("mode", .string(mode))]) }
        if let values = auth?.object {
            add("auth:\(mode)", values.members.map { Self.pair($0.name, $0.value) })
        }
        readFields(section)
        guard !isFolder else { return readVariables(section["variables"]) }
        var line = [Self.pair("method", section["method"] ?? "GET"), Self.pair("url", section["url"] ?? "")]
        line.append(Self.pair("auth", .string(mode)))
        line.append(Self.pair("body", .string(readBody(section["body"]))))
        add("http", line)
    }

    private mutating func readFields(_ section: JSONObject) {
        add("headers", Self.fields(section["headers"]))
        let params = section["params"]?.array ?? []
        for kind in ["query", "path"] {
            add("params:\(kind)", Self.fields(.array(params.filter { $0["type"]?.string == kind })))
        }
    }

    /// Adds the blocks of a body and returns its mode.
    private mutating func readBody(_ written: JSONValue?) -> String {
        guard var body = written else { return "none" }
        // Of several variants the chosen one counts.
        if let variants = body.array {
            let chosen = variants.first { $0["selected"]?.bool == true } ?? variants.first
            body = chosen?["body"] ?? .null
        }
        if let query = body["query"]?.string
            ?? (body["type"]?.string == "graphql" ? body["data"]?.string : nil)
        {
            add("body:graphql", text: query)
            add("body:graphql:vars", text: body["variables"]?.plainText ?? "")
            return "graphql"
        }
        switch body["type"]?.string {
        case .some(let type) where ["json", "text", "xml", "sparql"].contains(type):
            add("body:\(type)", text: body["data"]?.plainText ?? "")
            return type
        case "form-urlencoded":
            add("body:form-urlencoded", Self.fields(body["data"]))
            return "formUrlEncoded"
        case "multipart-form":
            add("body:multipart-form", Self.fields(body["data"]))
            return "multipartForm"
        case "file":
            let files = body["data"]?.array ?? []
            let chosen = files.first { $0["selected"]?.bool == true } ?? files.first
            let path = chosen?["filePath"]?.string ?? ""
            let type = chosen?["contentType"]?.string
            add(
                "body:file",
                [.init(name: "file", value: "@file(\(path))", isEnabled: true, contentType: type)])
            return "file"
        default: return body.isNull ? "none" : body["type"]?.string ?? "none"
        }
    }

    private mutating func readRuntime(_ runtime: JSONObject) {
        let names = [
            "before-request": "script:pre-request", "after-response": "script:post-response",
            "tests": "tests",
        ]
        for script in runtime.objects("scripts") {
            guard let name = script["type"]?.string.flatMap({ names[$0] }) else { continue }
            add(name, text: script["code"]?.string ?? "")
        }
        add(
            "assert",
            runtime.objects("assertions").map { assertion in
                let test = [assertion["operator"], assertion["value"]].compactMap { $0?.plainText }
                return Self.pair(
                    assertion["expression"]?.string ?? "", .string(test.joined(separator: " ")),
                    isEnabled: assertion["disabled"]?.bool != true)
            })
        readVariables(runtime["variables"])
        let captures = runtime.objects("actions").filter { $0["phase"]?.string == "after-response" }
        add(
            "vars:post-response",
            captures.map { action in
                Self.pair(
                    action["variable"]?["name"]?.string ?? "", action["selector"]?["expression"] ?? "",
                    isEnabled: action["disabled"]?.bool != true)
            })
    }

    private mutating func readVariables(_ value: JSONValue?) {
        let variables = (value?.array ?? []).compactMap(\.object)
        add(
            "vars:pre-request",
            Self.fields(.array(variables.filter { $0["secret"]?.bool != true }.map(JSONValue.object))))
        let secret = variables.filter { $0["secret"]?.bool == true }.compactMap { $0["name"]?.string }
        if !secret.isEmpty { blocks.append(.init(name: "vars:secret", content: .list(secret))) }
    }

    // MARK: Blocks

    private mutating func add(_ name: String, _ pairs: [BruFile.Pair]) {
        let marks = ["grpc", "ws"].contains(name)
        if !pairs.isEmpty || marks { blocks.append(.init(name: name, content: .pairs(pairs))) }
    }

    private mutating func add(_ name: String, text: String) {
        blocks.append(.init(name: name, content: .text(text)))
    }

    private static func pair(_ name: String, _ value: JSONValue, isEnabled: Bool = true) -> BruFile.Pair {
        .init(name: name, value: (value["data"] ?? value).plainText, isEnabled: isEnabled)
    }

    private static func fields(_ value: JSONValue?) -> [BruFile.Pair] {
        (value?.array ?? []).compactMap(\.object).map { field in
            let isEnabled = field["disabled"]?.bool != true && field["enabled"]?.bool != false
            var pair = pair(field["name"]?.string ?? "", field["value"] ?? "", isEnabled: isEnabled)
            pair.contentType = field["contentType"]?.string
            if field["type"]?.string == "file" {
                let paths = field["value"]?.array?.map(\.plainText) ?? [pair.value]
                pair.value = "@file(\(paths.joined(separator: "|")))"
            }
            return pair
        }
    }
}

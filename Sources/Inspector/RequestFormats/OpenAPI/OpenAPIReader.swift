import EngineJSON

/// Makes a collection of a description.
///
///     servers           ▸ {{baseUrl}}, an environment for each      securitySchemes ▸ secret variables
///     tags              ▸ folders
///     paths ▸ operation ▸ request: parameters in place, a sample of the body, credentials
struct OpenAPIReader {
    private static let methods = [
        "get", "put", "post", "delete", "options", "head", "patch", "trace", "query",
    ]

    private var document: OpenAPIDocument
    private var servers: OpenAPIServers
    private var security: OpenAPISecurity
    /// Path parameters as variables: name and value, in the order they were met.
    private var variables: [RequestCollection.Variable] = []
    private var values: [String: String] = [:]
    private var requests: [(tag: String?, request: EditableRequest)] = []
    private let swagger: SwaggerTwo?

    init(_ root: JSONValue, files: OpenAPIFiles = OpenAPIFiles()) {
        var document = OpenAPIDocument(root: root, files: files)
        swagger = root["openapi"] == nil ? SwaggerTwo(root: root) : nil
        let written = swagger?.servers ?? root.object?.objects("servers") ?? []
        servers = OpenAPIServers(written, warnings: &document.warnings)
        security = OpenAPISecurity(root)
        for variable in servers.variables { values[variable.name] = variable.value }
        self.document = document
    }

    mutating func collection(named fallback: String) -> RequestCollection {
        let info = document.root["info"]?.object
        for member in document.root["paths"]?.object?.members ?? [] { readPath(member) }
        addWarnings()
        var collection = RequestCollection(
            name: info?.brief("title") ?? fallback, items: items,
            variables: servers.variables + variables + security.variables, environments: servers.environments,
            warnings: document.warnings.warnings)
        collection.about = (info?.brief("description") ?? "")
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).prefix(20).joined(
                separator: "\n")
        return collection
    }

    /// Folders in the order of the document's tags, then of their first use; what has no tag stands outside.
    private var items: [RequestCollection.Item] {
        let tags = document.root.object?.objects("tags") ?? []
        var order = tags.compactMap { $0.brief("name") }
        var abouts: [String: String] = [:]
        for tag in tags {
            if let name = tag.brief("name"), abouts[name] == nil {
                abouts[name] = (tag.brief("description") ?? "").firstSentence
            }
        }
        var grouped: [String: [RequestCollection.Item]] = [:]
        var loose: [RequestCollection.Item] = []
        for (tag, request) in requests {
            guard let tag else {
                loose.append(.request(request))
                continue
            }
            if grouped[tag] == nil { order.append(tag) }
            grouped[tag, default: []].append(.request(request))
        }
        var seen: Set<String> = []
        let folders = order.compactMap { tag -> RequestCollection.Item? in
            guard seen.insert(tag).inserted, let items = grouped[tag] else { return nil }
            return .folder(.init(name: tag, about: abouts[tag] ?? "", items: items))
        }
        return loose + folders
    }

    private mutating func addWarnings() {
        let webhooks = document.root["webhooks"]?.object ?? JSONObject()
        if !webhooks.isEmpty {
            document.warnings.add(
                "webhooks", "What the server sends by itself (\(webhooks.count) webhooks) is left out.")
        }
    }

    // MARK: Paths

    private mutating func readPath(_ member: JSONObject.Member) {
        guard !member.name.hasPrefix("x-"), document.spend(for: .requests, at: member.name) else { return }
        guard let item = document.object(member.value, at: member.name) else {
            if member.value.object == nil { document.warnings.add(member.name, "The path is not an object.") }
            return
        }
        for operation in item.members {
            if Self.methods.contains(operation.name) {
                readOperation(operation.name.uppercased(), operation.value, of: item, at: member.name)
            } else if operation.name == "additionalOperations" {
                for other in operation.value.object?.members ?? [] {
                    readOperation(other.name, other.value, of: item, at: member.name)
                }
            }
        }
    }

    private mutating func readOperation(
        _ method: String, _ value: JSONValue, of item: JSONObject, at path: String
    ) {
        let place = "\(method) \(path)"
        if value.object == nil { document.warnings.add(place, "The operation is not an object.") }
        // What stands in another file is at least a method and a path.
        let object = document.object(value, at: place) ?? JSONObject()
        guard document.spend(for: .requests, at: place) else { return }
        let modern =
            swagger?.modernized(object, of: item, in: &document, at: place) ?? (operation: object, item: item)
        let operation = OpenAPIOperation(
            method: method, path: path, item: modern.item, object: modern.operation)
        requests.append((operation.tag, request(for: operation)))
    }

    private mutating func request(for operation: OpenAPIOperation) -> EditableRequest {
        let place = [operation.tag, operation.name].compactMap { $0 }.joined(separator: " / ")
        var request = EditableRequest(name: operation.name, method: operation.method, url: "")
        request.about = operation.about
        if let id = operation.object.brief("operationId") {
            request.directives.append("@name " + (id.isWord ? id : SafeNames.identifier(id)))
        }
        let parameters = operation.parameters(in: &document, at: place).map { withoutSample($0) }
        let credentials = security.credentials(of: operation.object, in: &document, at: place)
        let base = servers.base(
            overriddenBy: operation.object["servers"] ?? operation.item["servers"],
            warnings: &document.warnings)
        let target = ParameterPlacement(parameters)
        let path = target.path(operation.path) { name, value in reference(to: name, value) }
        request.url = base + path + target.query(adding: credentials.query)
        request.query = target.optional
        request.comments = target.comments + credentials.comments
        if let type = operation.accepted(in: &document, at: place) {
            request.headers.append(.init("Accept", type))
        }
        request.headers += credentials.headers + target.headers(cookies: credentials.cookies)
        if let written = operation.object["requestBody"], let object = document.object(written, at: place) {
            document.samples = SampleNames()
            let body = OpenAPIBody(object, in: &document, at: place)
            request.body = body.body.mapSecrets(type: body.contentType) { secret in
                document.samples.contains(secret) ? "{{\(variable(forSample: secret.name))}}" : secret.text
            }
            request.comments += body.comments
            if let type = body.contentType { request.headers.append(.init("Content-Type", type)) }
        }
        for name in operation.unsupported {
            document.warnings.add(place, "Its \(name) are left out.")
        }
        return request
    }

    /// Returns a parameter with an empty variable in the place of a secret that the document does not give.
    private mutating func withoutSample(_ parameter: OpenAPIParameter) -> OpenAPIParameter {
        guard parameter.isInvented, parameter.isSecret else { return parameter }
        var parameter = parameter
        parameter.variable = variable(forSample: parameter.name)
        return parameter
    }

    private mutating func variable(forSample secret: String) -> String {
        security.variable(forSample: secret, besides: values.keys)
    }

    /// Returns a variable for a path parameter; nil when the name already stands for another value.
    private mutating func reference(to name: String, _ value: String) -> String? {
        let variable = SafeNames.variable(name)
        guard !security.defines(variable) else { return nil }
        if let known = values[variable] { return known == value ? "{{\(variable)}}" : nil }
        values[variable] = value
        variables.append(.init(variable, value))
        return "{{\(variable)}}"
    }
}

extension String {
    /// Indicates whether the text can be a `@name` as it is.
    var isWord: Bool {
        guard let first = utf8.first, first == 0x5F || first | 0x20 >= 0x61 && first | 0x20 <= 0x7A else {
            return false
        }
        return utf8.allSatisfy { $0.isVariableName && $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "-") }
    }
}

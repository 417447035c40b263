import EngineJSON

/// An export of either version of the format, in one shape.
struct InsomniaExport {
    /// A folder or a request with the members that version 4 has.
    struct Node {
        enum Kind: Equatable {
            case folder, request
            /// Something else that was to be sent, by its kind.
            case other(String)
        }

        var kind: Kind
        var id: String
        var object: JSONObject
        var children: [Node] = []
        var sortKey = 0.0

        var name: String { object.text("name") ?? "request" }
    }

    struct Environment {
        var name: String
        var data: JSONObject
        var isPrivate: Bool
    }

    private(set) var name: String?
    private(set) var about = ""
    private(set) var nodes: [Node] = []
    private(set) var base: [Environment] = []
    private(set) var environments: [Environment] = []
    /// Kinds of resources that are no part of a collection.
    private(set) var ignored: Set<String> = []
}

// MARK: Version 4

extension InsomniaExport {
    private static let deepest = 128

    /// Builds the tree of a list whose members name their parents.
    init(resources: [JSONValue]) {
        let objects = resources.compactMap(\.object)
        var children: [String: [JSONObject]] = [:]
        var ids: Set<String> = []
        for object in objects {
            if let id = object.text("_id") { ids.insert(id) }
            if let parent = object.text("parentId") { children[parent, default: []].append(object) }
        }
        let roots = objects.filter { object in
            object.text("parentId").map { !ids.contains($0) } ?? true
        }
        let workspaces = roots.filter { $0["_type"]?.string == "workspace" }
        var seen: Set<String> = []
        for workspace in workspaces {
            let id = workspace.text("_id") ?? ""
            let inner = tree(children[id] ?? [], children, depth: 0, seen: &seen)
            guard workspaces.count > 1 else {
                nodes += inner
                continue
            }
            nodes.append(Node(kind: .folder, id: id, object: workspace, children: inner))
        }
        nodes += tree(roots.filter { $0["_type"]?.string != "workspace" }, children, depth: 0, seen: &seen)
        // Parents in a circle lead to no root.
        let lost = objects.filter { object in
            Self.kind(of: object["_type"]?.string ?? "") != nil
                && object.text("_id").map { !seen.contains($0) } ?? false
        }
        nodes += tree(lost, children, depth: 0, seen: &seen)
        name = workspaces.count == 1 ? workspaces[0].text("name") : nil
        about = workspaces.count == 1 ? workspaces[0].text("description") ?? "" : ""
    }

    private mutating func tree(
        _ objects: [JSONObject], _ children: [String: [JSONObject]], depth: Int, seen: inout Set<String>
    ) -> [Node] {
        guard depth < Self.deepest else { return [] }
        var nodes: [Node] = []
        for object in objects {
            let id = object.text("_id") ?? ""
            guard id.isEmpty || seen.insert(id).inserted else { continue }
            let type = object["_type"]?.string ?? ""
            guard let kind = Self.kind(of: type) else {
                readEnvironment(object, type, children[id] ?? [])
                continue
            }
            let inner = tree(children[id] ?? [], children, depth: depth + 1, seen: &seen)
            let key = object["metaSortKey"]?.double ?? 0
            nodes.append(Node(kind: kind, id: id, object: object, children: inner, sortKey: key))
        }
        return Self.sorted(nodes)
    }

    private static func kind(of type: String) -> Node.Kind? {
        switch type {
        case "request": .request
        case "request_group": .folder
        case "grpc_request", "websocket_request", "socketio_request": .other(type)
        default: nil
        }
    }

    /// Reads an environment and those inside of it; what else is no part of the tree is ignored.
    private mutating func readEnvironment(_ object: JSONObject, _ type: String, _ children: [JSONObject]) {
        guard type == "environment" else {
            let isEmptyJar = type == "cookie_jar" && object["cookies"]?.array?.isEmpty ?? true
            if !type.isEmpty, !isEmptyJar { ignored.insert(type) }
            return
        }
        base.append(Self.environment(object))
        environments += children.filter { $0["_type"]?.string == "environment" }.map(Self.environment)
    }

    private static func environment(_ object: JSONObject) -> Environment {
        Environment(
            name: object.text("name") ?? "environment", data: object["data"]?.object ?? JSONObject(),
            isPrivate: (object["isPrivate"] ?? object["meta"]?["isPrivate"])?.bool ?? false)
    }

    private static func sorted(_ nodes: [Node]) -> [Node] {
        nodes.enumerated().sorted { ($0.element.sortKey, $0.offset) < ($1.element.sortKey, $1.offset) }
            .map(\.element)
    }
}

// MARK: Version 5

extension InsomniaExport {
    init(document: JSONObject) {
        name = document.text("name")
        about = document["meta"]?.object?.text("description") ?? ""
        nodes = Self.tree(document["collection"], depth: 0)
        if let written = document["environments"]?.object {
            base = [Self.environment(written)]
            environments = written.objects("subEnvironments").map(Self.environment)
        }
        if document["cookieJar"]?["cookies"]?.array?.isEmpty == false { ignored.insert("cookieJar") }
        for name in ["spec", "testSuites", "certificates"] where document[name] != nil {
            ignored.insert(name)
        }
    }

    private static func tree(_ value: JSONValue?, depth: Int) -> [Node] {
        guard depth < deepest else { return [] }
        return sorted(
            (value?.array ?? []).compactMap(\.object).map { object in
                let isFolder = object["children"] != nil
                let id = object["meta"]?["id"]?.string ?? ""
                let kind = isFolder ? .folder : kind(of: object, id: id)
                return Node(
                    kind: kind, id: id, object: likeVersion4(object),
                    children: isFolder ? tree(object["children"], depth: depth + 1) : [],
                    sortKey: object["meta"]?["sortKey"]?.double ?? 0)
            })
    }

    /// Returns the kind, which shows in the identifier or in members that only it has.
    private static func kind(of object: JSONObject, id: String) -> Node.Kind {
        if id.hasPrefix("ws-req") { return .other("websocket_request") }
        if id.hasPrefix("greq") || object["protoMethodName"] != nil { return .other("grpc_request") }
        if id.hasPrefix("socketio") || object["eventName"] != nil { return .other("socketio_request") }
        return .request
    }

    /// Members that have moved, where they were.
    private static func likeVersion4(_ object: JSONObject) -> JSONObject {
        var old = object
        old["description"] = object["meta"]?["description"] ?? object["description"]
        old["preRequestScript"] = object["scripts"]?["preRequest"]
        old["afterResponseScript"] = object["scripts"]?["afterResponse"]
        old["settingEncodeUrl"] = object["settings"]?["encodeUrl"]
        old["settingFollowRedirects"] = object["settings"]?["followRedirects"]
        old["settingSendCookies"] = object["settings"]?["cookies"]?["send"]
        old["settingStoreCookies"] = object["settings"]?["cookies"]?["store"]
        if object["settings"]?["renderRequestBody"]?.bool == false {
            old["settingDisableRenderRequestBody"] = true
        }
        return old
    }
}

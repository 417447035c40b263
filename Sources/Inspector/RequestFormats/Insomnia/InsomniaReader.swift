import EngineJSON

struct InsomniaReader {
    private let export: InsomniaExport
    private var warnings = WarningList()
    private var variables = VariableList()

    init(_ export: InsomniaExport) {
        self.export = export
    }

    mutating func collection(named fallback: String) -> RequestCollection {
        for environment in export.base {
            for variable in variables(of: environment, at: environment.name) {
                self.variables.add(variable, at: environment.name, &warnings)
            }
        }
        let environments = export.environments.map { environment in
            RequestCollection.Environment(
                name: environment.name, variables: variables(of: environment, at: environment.name))
        }
        let items = items(of: export.nodes, inheriting: .init(), place: [])
        for kind in export.ignored.sorted() { warnings.add(kind, "It is not a request and is left out.") }
        var collection = RequestCollection(
            name: export.name ?? fallback, items: items, variables: variables.variables,
            environments: environments,
            warnings: warnings.warnings)
        collection.about = export.about
        return collection
    }

    private mutating func items(
        of nodes: [InsomniaExport.Node], inheriting above: InsomniaRequest.Inherited, place: [String]
    ) -> [RequestCollection.Item] {
        let names = Self.names(of: nodes)
        return nodes.compactMap { node in
            let place = place + [node.name]
            switch node.kind {
            case .folder: return folder(node, inheriting: above, place: place)
            case .request:
                return .request(
                    request(node, inheriting: above, names: names, place: place.joined(separator: " / ")))
            case .other(let kind):
                warnings.add(
                    place.joined(separator: " / "), "It is not an HTTP request (\(kind)) and is left out.")
                return nil
            }
        }
    }

    private static func names(of nodes: [InsomniaExport.Node]) -> [String: String] {
        var safe = SafeNames()
        var names: [String: String] = [:]
        for node in nodes where node.kind == .request && !node.id.isEmpty {
            names[node.id] = safe.unique(SafeNames.identifier(node.name), separator: "_")
        }
        return names
    }

    private mutating func folder(
        _ node: InsomniaExport.Node, inheriting above: InsomniaRequest.Inherited, place: [String]
    ) -> RequestCollection.Item {
        let name = place.joined(separator: " / ")
        if let data = node.object["environment"]?.object {
            let environment = InsomniaExport.Environment(name: name, data: data, isPrivate: false)
            for variable in variables(of: environment, at: name) {
                variables.add(variable, at: name, &warnings)
            }
        }
        for (key, when) in InsomniaRequest.scripts where node.object.text(key) != nil {
            warnings.add(name, "The script \(when) the requests of the folder is left out.")
        }
        let items = items(of: node.children, inheriting: above.adding(node.object), place: place)
        return .folder(.init(name: node.name, about: node.object.text("description") ?? "", items: items))
    }

    private mutating func request(
        _ node: InsomniaExport.Node, inheriting above: InsomniaRequest.Inherited, names: [String: String],
        place: String
    ) -> EditableRequest {
        let read = InsomniaRequest(node.object, inheriting: above)
        var request = read.request
        var templates = InsomniaTemplates(names: names)
        // A body that is not rendered is sent with its braces.
        let isLiteral = node.object["settingDisableRenderRequestBody"]?.bool == true
        let body = isLiteral ? request.body.literal : nil
        request.mapTexts { templates.translated($0) }
        if let body { request.body = body }
        if let name = names[node.id] { request.directives.append("@name \(name)") }
        request.directives += templates.prompts
        for warning in read.warnings + templates.warnings { warnings.add(place, warning) }
        return request
    }

    // MARK: Variables

    private mutating func variables(
        of environment: InsomniaExport.Environment, at place: String
    ) -> [RequestCollection.Variable] {
        var found: [RequestCollection.Variable] = []
        for member in environment.data.members {
            flatten(member.value, as: member.name, isSecret: environment.isPrivate, into: &found)
        }
        var templates = InsomniaTemplates()
        for index in found.indices { found[index].value = templates.translated(found[index].value) }
        for warning in templates.warnings { warnings.add(place, warning) }
        return found
    }

    /// Parts of objects and lists get names like `user.roles[0]`.
    private func flatten(
        _ value: JSONValue, as name: String, isSecret: Bool,
        into variables: inout [RequestCollection.Variable]
    ) {
        switch value {
        case .object(let object):
            for member in object.members {
                flatten(member.value, as: "\(name).\(member.name)", isSecret: isSecret, into: &variables)
            }
        default: variables.append(.init(name, value.plainText, isSecret: isSecret))
        }
    }
}

import ClientEngine

extension RequestCollection {
    /// The collection with empty variables in the place of secrets, and how many there are.
    public func withoutSecrets() -> (collection: RequestCollection, count: Int) {
        var collection = SecretSeparation.separated(self)
        var count = 0
        collection.variables = collection.variables.map { variable in
            guard variable.isSecret, !variable.value.isEmpty else { return variable }
            count += 1
            return Variable(variable.name, "", isSecret: true)
        }
        return (collection, count)
    }
}

/// Takes secrets out of requests: variables of the private file stand for them.
///
/// Request files are made to be shared; what opens a door is not.
struct SecretSeparation {
    private var names: SafeNames
    private var variables: [RequestCollection.Variable] = []
    /// The variable of a value that was seen before.
    private var known: [String: String] = [:]

    /// Moves literal values of headers, parameters and fields that hold secrets.
    static func separated(_ collection: RequestCollection) -> RequestCollection {
        let all = collection.variables + collection.environments.flatMap(\.variables)
        var separation = SecretSeparation(names: SafeNames(taken: all.map(\.name)))
        var collection = collection
        collection.mapRequests { request, _ in separation.separate(&request) }
        collection.variables = (collection.variables + separation.variables).map(Self.marked)
        collection.environments = collection.environments.map { environment in
            .init(name: environment.name, variables: environment.variables.map(Self.marked))
        }
        return collection
    }

    /// A variable whose name says that it is a secret is one.
    private static func marked(_ variable: RequestCollection.Variable) -> RequestCollection.Variable {
        var variable = variable
        if Redaction.isSecret(name: variable.name), !variable.value.isEmpty,
            !TemplateText.hasReference(variable.value)
        {
            variable.isSecret = true
        }
        return variable
    }

    private mutating func separate(_ request: inout CollectedRequest) {
        request.headers = request.headers.map { field in
            guard Redaction.isSecret(header: field.name) else { return field }
            return separate(field)
        }
        request.url = separateQuery(of: request.url)
        if case .form(let fields) = request.body {
            request.body = .form(fields.map { separateForm($0) })
        }
    }

    /// The word that names the scheme of credentials stays.
    private mutating func separate(_ field: CollectedRequest.Field) -> CollectedRequest.Field {
        guard !field.value.isEmpty, !TemplateText.hasReference(field.value) else { return field }
        var field = field
        let words = field.value.split(separator: " ", maxSplits: 1)
        if words.count == 2, field.name.lowercased().hasSuffix("authorization") {
            let value = words[1].trimmedBlanks
            field.value = "\(words[0]) " + reference(to: String(value), named: field.name)
        } else {
            field.value = reference(to: field.value, named: field.name)
        }
        return field
    }

    /// What a reference brings into a form is not encoded any more, so the variable holds it encoded.
    private mutating func separateForm(_ field: CollectedRequest.Field) -> CollectedRequest.Field {
        guard Redaction.isSecret(name: field.name), !field.value.isEmpty,
            !TemplateText.hasReference(field.value)
        else { return field }
        let reference = reference(to: field.value.formEncoded, named: field.name)
        return .init(field.name, reference, isEnabled: field.isEnabled)
    }

    private mutating func separateQuery(of url: String) -> String {
        guard let mark = url.firstIndex(of: "?") else { return url }
        let fragment = url[mark...].firstIndex(of: "#") ?? url.endIndex
        var pairs: [String] = []
        for pair in url[url.index(after: mark)..<fragment].split(
            separator: "&", omittingEmptySubsequences: false)
        {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2, Redaction.isSecret(name: parts[0]), !parts[1].holdsReference {
                pairs.append("\(parts[0])=\(reference(to: parts[1], named: parts[0]))")
            } else {
                pairs.append(String(pair))
            }
        }
        return url[...mark] + pairs.joined(separator: "&") + url[fragment...]
    }

    private mutating func reference(to value: String, named name: String) -> String {
        if let known = known[value] { return "{{\(known)}}" }
        let variable = names.unique(SafeNames.variable(name.lowercased()))
        known[value] = variable
        variables.append(.init(variable, value, isSecret: true))
        return "{{\(variable)}}"
    }
}

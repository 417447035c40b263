import ClientEngine

extension RequestCollection {
    /// The collection with empty variables in the place of secrets, and how many there are.
    public func withoutSecrets() -> (collection: RequestCollection, count: Int) {
        var collection = SecretSeparation.separated(self, isShared: true)
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
    private let isShared: Bool
    private var variables: [RequestCollection.Variable] = []
    /// Variables of which credentials are made.
    private var sources: Set<String> = []
    /// The variable of a value that was seen before.
    private(set) var known: [String: String] = [:]

    private init(names: SafeNames, isShared: Bool) {
        self.names = names
        self.isShared = isShared
    }

    /// Moves literal values of headers, parameters and fields that hold secrets.
    ///
    /// - Parameters:
    ///   - collection: the collection.
    ///   - taken: names that mean something else where the requests go.
    ///   - isShared: whether a body that names secrets and cannot be taken apart is a secret itself.
    /// - Returns: the collection with references in their places, and variables for them.
    static func separated(
        _ collection: RequestCollection, besides taken: Set<String> = [], isShared: Bool = false
    ) -> RequestCollection {
        let all = collection.variables + collection.environments.flatMap(\.variables)
        var separation = SecretSeparation(
            names: SafeNames(taken: taken.union(all.map(\.name))), isShared: isShared)
        var collection = collection
        collection.mapRequests { request, _ in separation.separate(&request) }
        let echoes = SecretEchoes(of: separation.known, all)
        collection.mapRequests { request, _ in request.mapAllTexts(echoes.replaced) }
        separation.followSources(among: all)
        collection.variables = (collection.variables + separation.variables).map(separation.marked)
        collection.environments = collection.environments.map { environment in
            .init(name: environment.name, variables: environment.variables.map(separation.marked))
        }
        return collection
    }

    /// A variable is a secret when its name says so, or when a credential is made of it.
    private func marked(_ variable: RequestCollection.Variable) -> RequestCollection.Variable {
        var variable = variable
        let isSecret =
            Redaction.isSecret(variable: variable.name) || sources.contains(variable.name)
            || AddressPassword.range(in: variable.value) != nil
        if isSecret, !variable.value.isEmpty, !TemplateText.hasReference(variable.value) {
            variable.isSecret = true
        }
        return variable
    }

    /// Adds the variables that those of credentials are made of.
    private mutating func followSources(among variables: [RequestCollection.Variable]) {
        var pending = sources
        while !pending.isEmpty {
            let inner = variables.filter { pending.contains($0.name) }
                .reduce(into: Set<String>()) { $0.formUnion(TemplateText.variables(in: $1.value)) }
            pending = inner.subtracting(sources)
            sources.formUnion(pending)
        }
    }

    private mutating func separate(_ request: inout CollectedRequest) {
        let credentials = Set(request.credentials.map { $0.lowercased() })
        request.headers = request.headers.map { field in
            let isCredential = credentials.contains(field.name.lowercased())
            guard isCredential || Redaction.isSecret(header: field.name) else { return field }
            return separate(field, isCredential: isCredential)
        }
        request.url = separateParameters(of: separateLogin(of: request.url), credentials)
        // One that nobody has given is made of the URL.
        request.name = separateParameters(of: separateLogin(of: request.name), credentials)
        let type = request.headers.first { $0.isEnabled && $0.name.lowercased() == "content-type" }?.value
        switch request.body {
        case .form(let fields): request.body = .form(fields.map { separateForm($0) })
        case .multipart(let parts): request.body = .multipart(parts.map { separatePart($0) })
        case .text(let text): request.body = .text(separateText(text, type: type))
        case .graphQL(let query, let variables):
            request.body = .graphQL(
                query: separateText(query, type: "application/graphql"),
                variables: separateText(variables, type: "application/json"))
        case .none, .file: break
        }
    }

    /// What is secret by its name in a body: members of JSON, arguments of GraphQL, fields, parts.
    private mutating func separateText(_ text: String, type: String?) -> String {
        let bytes = Array(text.utf8)
        var output = bytes
        let found = NamedSecrets(in: bytes, contentType: type, isTemplate: true)
        guard found.isWhole || !isShared else { return reference(to: text, named: "body") }
        let references = found.places.compactMap { place -> (Range<Int>, String)? in
            let value = String(decoding: bytes[place.value], as: UTF8.self)
            guard !TemplateText.hasReference(value) else { return nil }
            let name = String(decoding: bytes[place.name], as: UTF8.self).partName
            return (place.value, reference(to: value, named: name))
        }
        for (range, reference) in references.reversed() {
            output.replaceSubrange(range, with: Array(reference.utf8))
        }
        return String(decoding: output, as: UTF8.self)
    }

    private mutating func separateLogin(of url: String) -> String {
        guard let range = AddressPassword.range(in: url), !TemplateText.hasReference(String(url[range]))
        else {
            return url
        }
        let password = reference(to: String(url[range]), named: "password")
        return url[..<range.lowerBound] + password + url[range.upperBound...]
    }

    /// The word that names the scheme of credentials stays.
    private mutating func separate(
        _ field: CollectedRequest.Field, isCredential: Bool
    ) -> CollectedRequest.Field {
        guard !field.value.isEmpty, !TemplateText.hasReference(field.value) else {
            if let login = BasicLogin(field.value) { return separate(login, of: field, isCredential) }
            if isCredential { sources.formUnion(TemplateText.variables(in: field.value)) }
            return field
        }
        var field = field
        let words = field.value.split(at: " ", maxSplits: 1)
        if words.count == 2, field.name.lowercased().hasSuffix("authorization") {
            let value = words[1].trimmedBlanks
            field.value = "\(words[0]) " + reference(to: String(value), named: field.name)
        } else {
            field.value = reference(to: field.value, named: field.name)
        }
        return field
    }

    /// Of a login whose user is a variable, the password is the secret.
    private mutating func separate(
        _ login: BasicLogin, of field: CollectedRequest.Field, _ isCredential: Bool
    ) -> CollectedRequest.Field {
        guard !login.password.isEmpty, !TemplateText.hasReference(login.password) else {
            if isCredential { sources.formUnion(TemplateText.variables(in: login.password)) }
            return field
        }
        let reference = reference(to: login.password, named: "password")
        return .init(field.name, login.beginning + reference, isEnabled: field.isEnabled)
    }

    private mutating func separateForm(_ field: CollectedRequest.Field) -> CollectedRequest.Field {
        guard Redaction.isSecret(name: field.name), !field.value.isEmpty,
            !TemplateText.hasReference(field.value)
        else { return field }
        let reference = reference(to: field.value, named: field.name)
        return .init(field.name, reference, isEnabled: field.isEnabled)
    }

    private mutating func separatePart(_ part: CollectedRequest.Part) -> CollectedRequest.Part {
        guard case .text(let value) = part.content, Redaction.isSecret(name: part.name), !value.isEmpty,
            !TemplateText.hasReference(value)
        else { return part }
        var part = part
        part.content = .text(reference(to: value, named: part.name))
        return part
    }

    /// Parameters that are secret by their names, or that the request calls its credentials.
    private mutating func separateParameters(of url: String, _ credentials: Set<String>) -> String {
        var output = ""
        var rest = url[...]
        for (name, value) in AddressParameters.all(in: rest) {
            let decoded = name.queryDecoded
            let isCredential = credentials.contains(decoded.lowercased())
            guard !String(value).holdsReference else {
                if isCredential { sources.formUnion(TemplateText.variables(in: String(value))) }
                continue
            }
            guard isCredential || Redaction.isSecret(parameter: decoded, value: value) else { continue }
            output += rest[..<value.startIndex] + reference(to: String(value), named: String(name))
            rest = rest[value.endIndex...]
        }
        return output + rest
    }

    private mutating func reference(to value: String, named name: String) -> String {
        if let known = known[value] { return "{{\(known)}}" }
        let variable = names.unique(SafeNames.variable(name.lowercased()))
        known[value] = variable
        variables.append(.init(variable, value, isSecret: true))
        return "{{\(variable)}}"
    }
}

/// `Basic user password` or `Basic user:password`, where variables stand for parts of it.
private struct BasicLogin {
    /// All before the password.
    let beginning: String
    let password: String

    init?(_ value: String) {
        guard value.hasPrefix("Basic ") else { return nil }
        let login = value.dropFirst(6)
        let user =
            login.hasPrefix("{{")
            ? login.unicodeScalars.firstRange(of: "}}".unicodeScalars)?.upperBound : login.startIndex
        guard let user, let mark = login[user...].firstIndex(where: { $0 == ":" || $0 == " " }) else {
            return nil
        }
        password = String(login[login.unicodeScalars.index(after: mark)...])
        beginning = String(value[...mark])
    }
}

extension String {
    /// The name of a part, of the line that has it, or the text itself.
    fileprivate var partName: String {
        guard lowercased().hasPrefix("content-disposition"),
            let range = unicodeScalars.firstRange(of: " name=".unicodeScalars)
        else {
            return self
        }
        return self[range.upperBound...].prefix(before: ";").filter { $0 != "\"" }
    }
}

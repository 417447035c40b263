import ClientEngine
import ClientEngineRecording

extension RequestCollection {
    /// Returns the collection with empty variables in the place of secrets, and how many there are.
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
    /// Names the requests that repeat a secret where none is expected.
    private var repeated: [RequestCollection.Warning] = []
    /// Variables of which credentials are made.
    private var sources: Set<String> = []
    /// The variable of each secret: two places share one only where both their names and their values are equal.
    private(set) var known: [Secret: String] = [:]

    /// Moves literal values of headers, parameters and fields that hold secrets to variables.
    ///
    /// A value is a secret because of its place. The same text elsewhere stays as it is, except in a collection that
    /// is shared: there the variable replaces it everywhere, and a body that names secrets and cannot be taken apart
    /// is a secret itself.
    static func separated(
        _ collection: RequestCollection, besides taken: Set<String> = [], isShared: Bool = false
    ) -> RequestCollection {
        let all = collection.allVariables
        var separation = SecretSeparation(
            names: SafeNames(taken: taken.union(all.map(\.name))), isShared: isShared)
        var collection = collection
        collection.mapRequests { request, _ in separation.separate(&request) }
        let echoes = SecretEchoes(of: separation.known, all)
        if isShared {
            collection.mapRequests { request, _ in request.mapAllTexts(echoes.replaced) }
        } else {
            collection.mapRequests { request, place in
                separation.repeated += echoes.warnings(in: request).map { .init(place, $0) }
            }
        }
        collection.warnings += separation.repeated
        separation.followSources(among: all)
        collection.variables += separation.variables
        collection.mapVariables(separation.marked)
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

    private mutating func separate(_ request: inout EditableRequest) {
        if isShared { hideUnreadableBody(of: &request) }
        request.mapSecrets { secret, isCredential in
            if !TemplateText.hasReference(secret.text) {
                return reference(to: secret)
            }
            if isCredential || isShared { sources.formUnion(TemplateText.variables(in: secret.text)) }
            return secret.text
        }
    }

    /// A body that names secrets and cannot be taken apart is one.
    private mutating func hideUnreadableBody(of request: inout EditableRequest) {
        let hidden = { (text: String, type: String?) in
            !NamedSecrets(in: Array(text.utf8), contentType: type, isTemplate: true).isWhole
        }
        switch request.body {
        case .text(let text) where hidden(text, request.headers.sent("content-type")):
            request.body = .text(reference(to: Secret(named: "body", text)))
        case .graphQL(let query, let variables):
            let isHidden = (hidden(query, "application/graphql"), hidden(variables, "application/json"))
            request.body = .graphQL(
                query: isHidden.0 ? reference(to: Secret(named: "body", query)) : query,
                variables: isHidden.1 ? reference(to: Secret(named: "body", variables)) : variables)
        default: break
        }
    }

    private mutating func reference(to secret: Secret) -> String {
        if let known = known[secret] { return "{{\(known)}}" }
        let variable = names.unique(secret.name)
        known[secret] = variable
        variables.append(.init(variable, secret.text, isSecret: true))
        return "{{\(variable)}}"
    }
}

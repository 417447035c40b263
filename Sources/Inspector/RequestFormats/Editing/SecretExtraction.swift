import ClientEngine
import ClientEngineRecording

// What is secret in a request, and what it looks like without.
extension EditableRequest {
    /// Returns the request with other texts in the place of its secrets, in its order; a text that is a reference
    /// counts, too.
    ///
    /// - Parameter change: what becomes of a secret; whether the request itself calls its place a credential.
    package mutating func mapSecrets(_ change: (Secret, _ isCredential: Bool) -> String) {
        let names = Set(credentials.map { $0.lowercased() })
        let variables = Set(names.map { Secret(named: $0, "").name })
        func address(_ secret: Secret) -> String { change(secret, variables.contains(secret.name)) }
        url = SecretPlace.address(names).replacing(in: url, address)
        // One that nobody has given is made of the URL.
        name = SecretPlace.address(names).replacing(in: name, address)
        query = query.map { field in
            var place = SecretPlace(parameter: field.name, field.value)
            if names.contains(field.name.queryDecoded.lowercased()) {
                place = .whole(field.name.queryDecoded)
            }
            return field.mapValue { place?.replacing(in: $0, address) ?? $0 }
        }
        headers = headers.map { field in
            let isCredential = names.contains(field.name.lowercased())
            let place = SecretPlace(header: field.name, isCredential: isCredential)
            return field.mapValue { place?.replacing(in: $0) { change($0, isCredential) } ?? $0 }
        }
        body = body.mapSecrets(type: headers.sent("content-type")) { change($0, false) }
    }

    /// The secrets in the order of the request, those of definitions last.
    package var secrets: [Secret] {
        var found: [Secret] = []
        var copy = self
        copy.mapSecrets { secret, _ in
            if !secret.isReference { found.append(secret) }
            return secret.text
        }
        return found + leading.split(separator: "\n").compactMap(Self.secret(inDefinition:))
    }

    /// Returns the request with other texts in the place of its secrets, and without the definitions of any; those
    /// that are known stay.
    package func replacingSecrets(
        except known: Set<Secret> = [], _ change: (Secret) -> String
    ) -> EditableRequest {
        var request = self
        request.mapSecrets { secret, _ in
            secret.isReference || known.contains(secret) ? secret.text : change(secret)
        }
        request.leading = Self.withoutSecretDefinitions(leading, except: known)
        return request
    }

    /// Returns the request with references in the place of its secrets; those that are known may stay.
    ///
    /// No reference is called like a variable that has a value already: it would stand for that one.
    package func referringToSecrets(except known: Set<Secret>, besides defined: Set<String>)
        -> EditableRequest
    {
        var unique = SafeNames(taken: defined.union(TemplateText.names(in: text)))
        var names: [Secret: String] = [:]
        return replacingSecrets(except: known) { secret in
            let name = names[secret] ?? unique.unique(secret.name)
            names[secret] = name
            return "{{\(name)}}"
        }
    }

    /// Returns the request without what holds its secrets; those that are known may stay.
    package func leavingOutSecrets(except known: Set<Secret>) -> EditableRequest {
        var request = self
        let others = replacingSecrets(except: known) { _ in "" }
        let kept = { (mine: [Field], others: [Field]) in
            zip(mine, others).filter { $0.value == $1.value }.map(\.0)
        }
        request.query = kept(query, others.query)
        request.headers = kept(headers, others.headers)
        switch (body, others.body) {
        case (.form(let mine), .form(let others)): request.body = .form(kept(mine, others))
        case (.multipart(let mine), .multipart(let others)):
            request.body = .multipart(zip(mine, others).filter { $0.content == $1.content }.map(\.0))
        default: request.body = others.body
        }
        request.url = others.url
        request.leading = others.leading
        return request
    }

    // MARK: Definitions

    /// Returns the lines without those that define secrets.
    package static func withoutSecretDefinitions(_ text: String, except known: Set<Secret> = []) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { secret(inDefinition: $0).map(known.contains) ?? true }.joined(separator: "\n")
    }

    /// Returns the secret that a line defines: `@token = abc`.
    package static func secret(inDefinition line: Substring) -> Secret? {
        guard line.hasPrefix("@"), let (head, tail) = line.cut(at: "=") else { return nil }
        let name = head.dropFirst().filter { $0 != ":" && !$0.isWhitespace }
        let value = tail.drop(while: \.isWhitespace)
        guard Redaction.isSecret(variable: name), !TemplateText.isAllReferences(value) else { return nil }
        return Secret(named: name, value)
    }
}

extension EditableBody {
    /// Returns the body with other texts in the place of its secrets; `type` is its media type.
    func mapSecrets(type: String?, _ change: (Secret) -> String) -> EditableBody {
        func mapped(_ text: String, _ type: String?) -> String {
            SecretPlace.body(type: type).replacing(in: text, change)
        }
        switch self {
        case .none, .file: return self
        case .text(let text): return .text(mapped(text, type))
        case .lines(let text): return .lines(mapped(text, type))
        case .form(let fields):
            return .form(
                fields.map { field in
                    guard SecretPlace(parameter: field.name, field.value) != nil else { return field }
                    return field.mapValue { SecretPlace.formEncoded(field.name).replacing(in: $0, change) }
                })
        case .multipart(let parts):
            return .multipart(
                parts.map { part in
                    guard case .text(let text) = part.content else { return part }
                    var part = part
                    let place = SecretPlace(parameter: part.name, text)
                    part.content = .text(place?.replacing(in: text, change) ?? text)
                    return part
                })
        case .graphQL(let query, let variables):
            return .graphQL(
                query: mapped(query, "application/graphql"), variables: mapped(variables, "application/json"))
        }
    }
}

extension EditableRequest.Field {
    fileprivate func mapValue(_ change: (String) -> String) -> Self {
        var field = self
        field.value = change(value)
        return field
    }
}

extension Secret {
    fileprivate var isReference: Bool { TemplateText.isAllReferences(text) }
}

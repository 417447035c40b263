import ClientEngine
import ClientEngineRecording
import RequestFormats

// What is secret in the fields of a form.
extension Draft {
    /// Returns the place of the secrets in a field; nil where it holds none.
    func secretPlace(of field: DraftField) -> SecretPlace? {
        switch field {
        case .url: return .address()
        case .password: return .whole("password")
        case .token: return .whole("token")
        case .secretKey: return .whole("secret_access_key")
        case .sessionToken: return .whole("session_token")
        case .text: return .body(type: head.headers.sent("content-type") ?? bodyKind.type)
        case .cell(let table, let index, .value):
            guard self[table].indices.contains(index) else { return nil }
            let row = self[table][index]
            return table == .headers
                ? SecretPlace(header: row.name) : SecretPlace(parameter: row.name, row.value)
        default: return nil
        }
    }

    /// The text of a field with another text in the place of its secrets; references stay.
    func text(of field: DraftField, hidingSecretsBy mask: String) -> String {
        secretPlace(of: field)?.replacing(in: self[field]) {
            TemplateText.isAllReferences($0.text) ? $0.text : mask
        } ?? self[field]
    }

    /// Text that may outlive the program: every secret has given way to a reference that nothing defines.
    var blockWithoutSecrets: String { request.replacingSecrets { Self.placeOfSecret($0.name) }.text }

    /// Returns the text in the place of a secret that was taken out to be kept.
    static func placeOfSecret(_ name: String) -> String { "{{\(name)\(notKept)}}" }

    var lacksSecrets: Bool { block.contains(Self.notKept + "}}") }

    private static let notKept = "-not-kept"
}

extension DraftState {
    /// The text that may outlive the program, without secrets.
    var textToKeep: String {
        let text = EditableRequest.withoutSecretDefinitions(definitions) + draft.blockWithoutSecrets
        var redaction = Redaction()
        redaction.learn(values: secretValues.union(draft.request.secrets.map(\.text)))
        return redaction.text(text, replacedBy: Draft.placeOfSecret("value"))
    }
}

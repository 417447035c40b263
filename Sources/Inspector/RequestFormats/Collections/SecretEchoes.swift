import ClientEngine
import ClientEngineRecording

/// Finds the values of secrets that became variables wherever else they are written: in a comment, a path, another body.
struct SecretEchoes {
    /// The secrets, the longest first, with the names of their variables.
    private let secrets: [(text: String, name: String)]

    /// The length in bytes below which a secret may be a word that is written anywhere.
    private static let shortest = 6
    /// The length in bytes from which a text is the secret itself and not a word that happens to be equal.
    private static let shortestCertain = 16

    init(of moved: [Secret: String], _ variables: [RequestCollection.Variable]) {
        let named = variables.filter {
            Redaction.isSecret(variable: $0.name) && !TemplateText.hasReference($0.value)
        }
        secrets = (moved.map { ($0.text, $1) } + named.map { ($0.value, $0.name) })
            .filter { $0.0.utf8.count >= Self.shortest }
            .sorted { ($0.0.utf8.count, $0.0, $0.1) > ($1.0.utf8.count, $1.0, $1.1) }
            .map { (text: $0.0, name: $0.1) }
    }

    /// Returns the text with references in the place of all secrets.
    func replaced(in text: String) -> String {
        secrets.reduce(text) { text, secret in
            guard text.containsBytes(secret.text) else { return text }
            return TemplateText.map(
                text,
                literal: { String($0).replacingBytes(secret.text, with: "{{\(secret.name)}}") },
                reference: { "{{\($0)}}" })
        }
    }

    /// Returns a sentence for each long secret that a request repeats in clear.
    func warnings(in request: EditableRequest) -> [String] {
        var found: [String] = []
        var request = request
        request.mapAllTexts { text in
            for secret in secrets where secret.text.utf8.count >= Self.shortestCertain {
                if text.containsBytes(secret.text), !found.contains(secret.name) { found.append(secret.name) }
            }
            return text
        }
        return found.map {
            "The value of “\($0)” is also written elsewhere in it, in clear: write {{\($0)}} there, or take it out."
        }
    }
}

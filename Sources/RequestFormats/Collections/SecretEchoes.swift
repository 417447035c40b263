import ClientEngine

/// Replaces secrets that became variables wherever else they stand: in a comment, a path, another body.
struct SecretEchoes {
    /// The secrets, the longest first, with what takes their place.
    private let secrets: [(text: String, reference: String)]

    /// Shorter ones are words that may stand anywhere.
    private static let shortest = 6

    init(of moved: [String: String], _ variables: [RequestCollection.Variable]) {
        let named = variables.filter {
            Redaction.isSecret(variable: $0.name) && !TemplateText.hasReference($0.value)
        }
        secrets = (moved.map { ($0, $1) } + named.map { ($0.value, $0.name) })
            .filter { $0.0.utf8.count >= Self.shortest }
            .sorted { ($0.0.utf8.count, $0.0, $0.1) > ($1.0.utf8.count, $1.0, $1.1) }
            .map { (text: $0.0, reference: "{{\($0.1)}}") }
    }

    func replaced(in text: String) -> String {
        secrets.reduce(text) { text, secret in
            guard text.containsBytes(secret.text) else { return text }
            return TemplateText.map(
                text, literal: { String($0).replacingBytes(secret.text, with: secret.reference) },
                reference: { "{{\($0)}}" })
        }
    }
}

import EngineJSON

extension JSONValue {
    /// The text of a scalar; lists and objects as JSON.
    var plainText: String {
        switch self {
        case .string(let text): text
        case .null: ""
        default: serialized()
        }
    }
}

extension JSONObject {
    /// Returns the text of a member, trimmed; nil when it is none or empty.
    func text(_ name: String) -> String? {
        guard let text = self[name]?.string?.trimmedWhitespace, !text.isEmpty else { return nil }
        return text
    }

    /// The same, of a long text the beginning: what stands behind a reference may be read many times.
    func brief(_ name: String) -> String? {
        guard let text = self[name]?.string else { return nil }
        let kept = (text.utf8.count > 4096 ? String(text.prefix(4000)) : text).trimmedWhitespace
        return kept.isEmpty ? nil : kept
    }

    func objects(_ name: String) -> [JSONObject] {
        self[name]?.array?.compactMap(\.object) ?? []
    }
}

extension String {
    /// The text without white space at its ends, line breaks included.
    var trimmedWhitespace: String {
        trimming(where: \.properties.isWhitespace)
    }
}

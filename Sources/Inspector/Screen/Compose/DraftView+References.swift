import ClientEngine
import ClientEngineRecording
import InspectorCanvas
import RequestFormats

// What references stand for, beside the text that they stand in.
extension DraftView {
    func replaced(_ field: DraftField, _ text: String, _ names: [String]) -> StyledText {
        if let missing = names.first(where: { draft.values[$0] == .undefined }) {
            return StyledText("\(glyphs.failed) \(untrusted: missing) is not defined", .bad)
        }
        guard names.allSatisfy({ draft.values[$0] != nil }) else { return StyledText() }
        let value = TemplateText.replacing(in: text) { name in
            guard let text = draft.values[name]?.text else { return "(\(name))" }
            return isHidden(name, in: field) ? glyphs.mask : text
        }
        return StyledText("\(glyphs.arrow) \(untrusted: value)", .info)
    }

    func meaning(of names: [String]) -> StyledText {
        var text = StyledText()
        for name in names {
            guard let value = draft.values[name] else { continue }
            if text.width > 0 { text.append("  ") }
            text.append("\(untrusted: name) ", .muted)
            switch value {
            case .text(let value), .passing(let value):
                text.append("\(glyphs.arrow) \(untrusted: isHidden(name) ? glyphs.mask : value)", .info)
            case .madeWhenSent: text.append("is made when it is sent", .muted)
            case .undefined: text.append("\(glyphs.failed) is not defined", .bad)
            }
        }
        return text
    }

    /// Returns whether the value of a reference is not for everybody's eyes.
    private func isHidden(_ name: String, in field: DraftField? = nil) -> Bool {
        if draft.showsSecrets { return false }
        guard let field, field != .url, field != .text else { return Redaction.isSecret(variable: name) }
        return draft.draft.secretPlace(of: field) != nil || Redaction.isSecret(variable: name)
    }

    /// A line of the file, without the value of a secret that it defines.
    func hidingSecret(_ line: Substring) -> String {
        guard !draft.showsSecrets, let secret = EditableRequest.secret(inDefinition: line) else {
            return String(line)
        }
        return line.dropLast(secret.text.count) + glyphs.mask
    }
}

import EngineJSON
import InspectorValues
import RequestFormats

// What is found out about a draft, before it is saved and while it is typed.
extension DraftState {
    /// The secrets that the file already holds.
    var secretsInFile: Set<Secret> {
        Set(textInFile.flatMap(EditableRequest.init(reading:))?.secrets ?? [])
    }

    /// The text of the request in the file that the draft came from; `nil` if it came from none.
    private var textInFile: String? {
        origin.flatMap { HTTPFile(parsing: $0.bytes, path: $0.path).text(of: $0.number) }
    }

    /// Returns a text of the form with the lines of the draft's file wherever the form has changed nothing: a query over several
    /// lines stays one.
    func spelledAsInFile(_ text: String) -> String {
        guard let old = textInFile, let before = Draft(reading: old)?.block else { return text }
        let merged = LineMerge.text(old, changedFrom: before, to: text)
        return Draft(reading: merged) == Draft(reading: text) ? merged : text
    }

    /// The secrets that saving would write into a file.
    var newSecrets: [Secret] {
        let known = secretsInFile
        var seen: Set<Secret> = []
        return draft.request.secrets.filter { !known.contains($0) && seen.insert($0).inserted }
    }

    /// The names that stand for secrets in what was saved.
    var namesOfSavedSecrets: [String] {
        let own = references
        return TemplateText.names(in: outgoing.text).filter { !own.contains($0) }
    }

    /// Returns the difference between the block and the one that somebody else has left; secrets are no part of it.
    func difference(from conflict: DraftConflict) -> Report {
        let shown = { (block: String) in
            EditableRequest(reading: block)?.replacingSecrets { _ in "••••" }.text
                ?? EditableRequest.withoutSecretDefinitions(block)
        }
        let mine = shown(outgoingText)
        var report = Report(
            title: "THEIRS (-) AND YOURS (+)", from: conflict.theirs.map { shown($0.block) } ?? "", to: mine)
        if report.isSame { report.lines = [ComparedLine(.same, "Only secrets differ.")] }
        return report
    }

    /// The error of a body that should be JSON; references in it count as values.
    var jsonProblem: JSONError? {
        guard draft.bodyKind == .json, !draft.text.isEmpty else { return nil }
        do throws(JSONError) {
            // As many digits stand for a reference: a value inside of a string and outside.
            let text = TemplateText.map(draft.text) { inside in
                "1" + String(repeating: "0", count: inside.unicodeScalars.count + 3)
            }
            _ = try JSONValue(parsing: text)
            return nil
        } catch {
            return error
        }
    }

    /// The variables that have values in the draft's file.
    var definedNames: Set<String> {
        Set(HTTPFile(parsing: text, path: "draft").definitions.map(\.name))
    }

    /// The names of the references in the draft, each once.
    package var references: Set<String> { Set(TemplateText.names(in: draft.block)) }
}

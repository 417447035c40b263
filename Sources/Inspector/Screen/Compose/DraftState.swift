import ClientEngine
import EngineJSON
import InspectorCanvas
import InspectorValues
import RequestFormats

/// A draft on the screen: which field is selected, and the text cursor while one is typed into.
package struct DraftState: Equatable, Sendable {
    /// The field being typed into.
    enum Editor: Equatable, Sendable {
        case line(TextField)
        case area(TextArea)
    }

    /// What has to be settled before the draft is saved.
    enum Question: Equatable, Sendable {
        case path(TextField)
        /// Somebody else has changed the request in its file since it was read.
        case conflict(DraftConflict)
        /// These would stand in the file in clear.
        case secrets([String])
    }

    private(set) var draft: Draft
    package var origin: DraftOrigin?
    /// The folder that names of files and environments count from; nil is the workspace's.
    package var folder: String?
    /// The definitions of the file that stand outside of the block.
    package var definitions = ""
    private(set) var selection = DraftField.url
    private(set) var editor: Editor?
    var question: Question?
    /// The first visible line of the form.
    var top = 0
    /// What the references in the draft stand for.
    var values: [String: DraftValue] = [:]
    var mocks = DraftMocks()
    /// Whether secrets are shown while nobody types them.
    var showsSecrets = false
    /// Values that were filled in and are secret for where they come from.
    var secretValues: Set<String> = []
    /// What is on its way into a file: the draft, or the draft without its secrets.
    private(set) var outgoing = EditableRequest(url: "")
    /// The draft as it was then.
    private var prepared = ""
    /// The draft as it was stored or opened last.
    private var stored: String

    /// Begins with a draft that is stored somewhere, unless it is said not to be.
    package init(_ draft: Draft = Draft(), isStored: Bool = true) {
        self.draft = draft
        stored = isStored ? draft.block : ""
    }

    /// Whether there is something that a file does not hold yet.
    var isChanged: Bool { draft.block != stored }

    /// The text that is sent: the block and the definitions it may use.
    var text: String { definitions + draft.block }

    /// The text that may outlive the program, without secrets.
    var textToKeep: String {
        let text = EditableRequest.withoutSecretDefinitions(definitions) + draft.blockWithoutSecrets
        var redaction = Redaction()
        redaction.learn(values: secretValues.union(draft.request.secrets.map(\.text)))
        return redaction.text(text, replacedBy: Draft.placeOfSecret("value"))
    }

    /// Takes another text in, and keeps the selection where it can.
    mutating func replace(with draft: Draft) {
        editor = nil
        self.draft = draft
        settleSelection()
    }

    // MARK: Moving

    mutating func select(_ field: DraftField) {
        leaveField()
        selection = field
        settleSelection()
    }

    /// Selects the next field.
    mutating func step(by count: Int) {
        let fields = draft.fields
        let index = fields.firstIndex(of: selection) ?? 0
        select(fields[max(0, min(index + count, fields.count - 1))])
    }

    /// Puts the text cursor into the selected field.
    mutating func enterField() {
        guard !selection.isChoice else { return }
        let text = draft[selection]
        editor = selection == .text ? .area(TextArea(text)) : .line(TextField(text))
    }

    mutating func leaveField() {
        guard editor != nil else { return }
        editor = nil
        if selection == .url, !CurlDraft.isCommand(draft.url) { draft.head.splitURL() }
        removeBlankRow()
        settleSelection()
    }

    /// A row that was emptied is no row any more.
    private mutating func removeBlankRow() {
        guard case .cell(let table, let index, _) = selection, draft[table].indices.contains(index) else {
            return
        }
        let row = draft[table][index]
        if row.name.isEmpty && row.value.isEmpty { draft[table].remove(at: index) }
    }

    private mutating func settleSelection() {
        if draft.fields.contains(selection) { return }
        if case .cell(let table, let index, _) = selection, draft.fields.contains(.cell(table, 0, .name)) {
            selection = .cell(table, min(index, draft[table].count), .name)
        } else {
            selection = .url
        }
    }

    // MARK: Changing

    /// Gives a key to the field with the cursor; false when there is none or the key is not for a field.
    mutating func type(_ key: Key, clipboard: inout String) -> Bool {
        switch editor {
        case .line(var field):
            guard field.apply(key, clipboard: &clipboard) else { return false }
            editor = .line(field)
            draft[selection] = field.text
        case .area(var area):
            guard area.apply(key, clipboard: &clipboard) else { return false }
            editor = .area(area)
            draft[selection] = area.text
        case nil:
            return false
        }
        return true
    }

    /// Chooses the next of the values that a field can have.
    mutating func choose(by step: Int) {
        switch selection {
        case .credentials: cycle(Draft.Credentials.Kind.allCases.map(\.rawValue), by: step)
        case .bodyKind: cycle(Draft.BodyKind.allCases.map(\.rawValue), by: step)
        case .method: cycle(Draft.methods, by: step)
        case .mock: mocks.choose(by: step)
        case .cell(let table, let index, let side):
            let place = (table.sides.firstIndex(of: side) ?? 0) + step
            selection = .cell(table, index, table.sides[max(0, min(place, table.sides.count - 1))])
            settleSelection()
        default: break
        }
    }

    private mutating func cycle(_ values: [String], by step: Int) {
        let index = values.firstIndex(of: draft[selection]) ?? 0
        draft[selection] = values[(index + step + values.count) % values.count]
    }

    /// Switches the selected row off or on.
    mutating func toggleRow() {
        guard case .cell(let table, let index, _) = selection, draft[table].indices.contains(index) else {
            return choose(by: 1)
        }
        draft[table][index].isOn.toggle()
    }

    mutating func deleteRow() {
        guard case .cell(let table, let index, _) = selection, draft[table].indices.contains(index) else {
            return
        }
        draft[table].remove(at: index)
    }

    // MARK: Saving

    /// Gets ready to be saved, whole or with its secrets replaced.
    mutating func prepare(_ request: EditableRequest? = nil) {
        outgoing = request ?? draft.request
        prepared = draft.block
    }

    /// The secrets that the file already holds.
    var secretsInFile: Set<Secret> {
        guard let origin else { return [] }
        let block = HTTPFile(parsing: origin.bytes, path: origin.path).text(of: origin.number)
        return Set(block.flatMap(EditableRequest.init(reading:))?.secrets ?? [])
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

    /// How what is being saved differs from what somebody else has left; secrets are no part of it.
    func difference(from conflict: DraftConflict) -> Report {
        let shown = { (block: String) in
            EditableRequest(reading: block)?.replacingSecrets { _ in "••••" }.text
                ?? EditableRequest.withoutSecretDefinitions(block)
        }
        let mine = shown(outgoing.text)
        var report = Report(
            title: "THEIRS (-) AND YOURS (+)", from: conflict.theirs.map { shown($0.block) } ?? "", to: mine)
        if report.isSame { report.lines = [.init(text: "Only secrets differ.")] }
        return report
    }

    mutating func markStored(as origin: DraftOrigin) {
        self.origin = origin
        // What was typed while the disk took its time is in no file.
        stored = prepared
    }

    // MARK: Checking

    /// What is wrong with a body that should be JSON; references in it count as values.
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
    var references: Set<String> { Set(TemplateText.names(in: draft.block)) }
}

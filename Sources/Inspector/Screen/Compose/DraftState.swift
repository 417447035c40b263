import ClientEngine
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

    /// A question that has to be settled before the draft is saved.
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
    /// The settings and definitions of the file outside of the block.
    package var definitions = ""
    /// The settings of the file and its folder that the request took over when it was read.
    package var inherited: [DefaultSetting] = []
    /// The rows that were deleted and can come back, the last one last.
    private(set) var deletedRows: [DeletedRow] = []
    private(set) var selection = DraftField.url
    private(set) var editor: Editor?
    /// The completion of the field with the cursor.
    private(set) var completion: Completion?
    /// The content of the folder that a field has named last.
    private(set) var listing: PathListing?
    var question: Question? { didSet { completion = nil } }
    /// Indicates whether nobody has chosen the method, which the body needs.
    private var isMethodImplied = false
    /// The first visible line of the form.
    var top = 0
    /// The values of the references in the draft.
    package var values: [String: DraftValue] = [:]
    var mocks = DraftMocks()
    /// The task whose request is held until the draft is sent; nil where sending it makes a task of its own.
    var held: TaskID?
    /// Indicates whether secrets are shown while nobody types them.
    var showsSecrets = false
    /// Values that were filled in and are secret for where they come from.
    var secretValues: Set<String> = []
    /// The request on its way into a file: the draft, or the draft without its secrets.
    private(set) var outgoing = EditableRequest(url: "")
    /// The text of ``outgoing``, with the lines of its file that the form has not changed.
    private(set) var outgoingText = ""
    /// The draft as it was then.
    private var prepared = ""
    /// The draft as it was stored or opened last.
    private var stored: String

    /// Begins with a draft that is stored somewhere, unless it is said not to be.
    package init(_ draft: Draft = Draft(), isStored: Bool = true) {
        self.draft = draft
        stored = isStored ? draft.block : ""
    }

    var isChanged: Bool { draft.block != stored }

    /// The text that is sent: the block and the definitions it may use.
    package var text: String { definitions + draft.block }

    /// Takes another text in, and keeps the selection where it can.
    mutating func replace(with draft: Draft) {
        editor = nil
        completion = nil
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

    /// Goes to the next field, and types there.
    mutating func stepAndType(by count: Int) {
        step(by: count)
        enterField()
    }

    /// Puts the text cursor into the selected field.
    mutating func enterField() {
        guard !selection.isChoice else { return }
        let text = draft[selection]
        if selection == .text {
            editor = .area(TextArea(text))
        } else {
            var field = TextField(text)
            // It is another one that is wanted.
            if selection == .method { field.selectAll() }
            editor = .line(field)
        }
        completion = completion(entering: true, EnvironmentChoice())
    }

    mutating func leaveField() {
        guard editor != nil else { return }
        editor = nil
        completion = nil
        if selection == .url, !CurlDraft.isCommand(draft.url) {
            draft.takeMethodOfURL()
            draft.head.splitURL()
        }
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

    /// Gives a key to the field with the cursor, or to its menu; false when there is none or the key is not for a field.
    mutating func type(_ key: Key, clipboard: inout String, _ environments: EnvironmentChoice) -> Bool {
        guard var editor else { return false }
        let isOfMenu = completion.press(key) { editor.insert($0, in: $1) }
        let isTyped = isOfMenu || editor.apply(key, clipboard: &clipboard)
        self.editor = editor
        if draft[selection] != editor.text {
            draft[selection] = editor.text
            completion = completion(environments)
        } else if !isOfMenu {
            completion = nil
        }
        return isTyped
    }

    /// Gives a key to the field that asks where to save, which offers the files that there are; false when the key is not for a field.
    mutating func typePath(_ key: Key, clipboard: inout String, among names: [String]) -> Bool {
        guard case .path(var field) = question else { return false }
        let before = field.text
        var menu = completion
        let isOfMenu = menu.press(key) { field.insert($0.text, replacing: $1.text.count, $1.behind) }
        let isTyped = isOfMenu || field.apply(key, clipboard: &clipboard)
        guard isTyped else { return false }
        question = .path(field)
        if field.text != before {
            completion = Completion(.init(text: field.text), of: names.map { .init(text: $0) })
        } else if isOfMenu {
            completion = menu
        }
        return true
    }

    /// Offers what a folder holds, where a field still asks for it.
    mutating func offer(_ listing: PathListing, _ environments: EnvironmentChoice) {
        guard listing.folder == wantedFolder else { return }
        self.listing = listing
        completion = completion(entering: draft[selection].isEmpty, environments)
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
        if selection == .bodyKind { implyMethod() }
        if selection == .method { isMethodImplied = false }
    }

    /// Changes the method of a body from GET, which hardly ever has one.
    private mutating func implyMethod() {
        if draft.bodyKind == .none {
            if isMethodImplied, draft.method == "POST" { draft.head.method = "GET" }
            isMethodImplied = false
        } else if draft.method == "GET" {
            draft.head.method = "POST"
            isMethodImplied = true
        }
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
        deletedRows.append(DeletedRow(table: table, index: index, row: draft[table].remove(at: index)))
    }

    /// Puts the row back that was deleted last.
    mutating func restoreRow() {
        guard let deleted = deletedRows.popLast() else { return }
        let count = draft[deleted.table].count
        draft[deleted.table].insert(deleted.row, at: min(deleted.index, count))
    }

    // MARK: Saving

    /// Gets ready to be saved, whole or with its secrets replaced.
    mutating func prepare(_ request: EditableRequest? = nil) {
        outgoing = request ?? draft.request
        outgoingText = spelledAsInFile(outgoing.text)
        prepared = draft.block
    }

    mutating func markStored(as origin: DraftOrigin) {
        self.origin = origin
        // What was typed while the disk took its time is in no file.
        stored = prepared
    }
}

extension DraftState {
    /// The part of the form that has the keys.
    var place: Place {
        switch (question, editor) {
        case (.path, _): .draftPath
        case (.conflict, _): .draftConflict
        case (.secrets, _): .draftSecrets
        case (nil, .line): .draftField
        case (nil, .area): .draftBody
        case (nil, nil): .draft
        }
    }
}

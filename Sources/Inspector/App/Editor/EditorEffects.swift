import ClientEngine
import FoundationEssentials
import InspectorCommandLine
import InspectorScreen
import InspectorValues
import InspectorWorkspace
import RequestFormats

/// Lets texts and files be edited, in the user's editor.
///
/// It belongs to the main thread, which waits for the editor and for no disk.
struct EditorEffects {
    private let editor = Editor(environment: ProcessEnvironment.variables)
    /// Nil where lines are printed instead of a screen.
    let terminal: Terminal?
    let disk: DiskQueue
    let mocks: MockEffects
    let reader: WorkspaceReader
    /// Nil where no messages of other programs come through here.
    let holds: HoldController?

    func perform(_ job: EditorJob) -> [Message] {
        switch job {
        case .draft(let text): prepare(.draft) { Array(text.utf8) }
        case .body(let bytes, let isJSON): prepare(.body(isJSON: isJSON)) { bytes }
        case .mock(let edit): prepare(.mock(edit)) { [mocks] in mocks.text(of: edit).map { Array($0.utf8) } }
        case .answer(let edit): prepare(.answer(edit)) { Array(edit.text.utf8) }
        case .file(let path, let line):
            // Read again in any case: where nothing can be watched, nobody else tells.
            defer { reader.refresh(changed: path) }
            return terminal.flatMap { editor.run(file: path, line: line, on: $0) }.map { [.notice($0)] } ?? []
        }
        return []
    }

    /// Writes a text into a file, from where it goes to the editor; nil where no text can express it.
    private func prepare(_ purpose: Editor.Session.Purpose, _ text: @escaping @Sendable () -> [UInt8]?) {
        disk.read("preparing the \(purpose.noun) for the editor", .question) {
            guard let bytes = text() else {
                let hint = "Stub files have no word for what it does."
                return .messages([.notice(.error("The mock cannot be edited as JSON.", hint: hint))])
            }
            do throws(FileError) {
                return .prepared(try Editor.Session(bytes, for: purpose))
            } catch {
                return .messages([.notice(.error("The \(purpose.noun) cannot be edited: \(error)."))])
            }
        }
    }

    /// Lets a text be edited, and has what came back read and used.
    func edit(_ session: Editor.Session) -> [Message] {
        let failure = terminal.flatMap { editor.run(session, on: $0) }
        disk.write("reading the edited \(session.purpose.noun)", .question) { [mocks, holds] in
            if failure != nil { session.remove() }
            return .messages(failure == nil ? Self.messages(about: session, mocks, holds) : [])
        }
        return failure.map { [.notice($0)] } ?? []
    }

    private static func messages(
        about session: Editor.Session, _ mocks: MockEffects, _ holds: HoldController?
    ) -> [Message] {
        if case .body = session.purpose {
            session.remove()
            return []
        }
        switch (session.collect(), session.purpose) {
        case (.nothing(let notice), _): return [.notice(notice)]
        case (.changed(let text), .mock(let edit)): return mocks.apply(text, of: edit)
        case (.changed(let text), .answer(let edit)): return answer(with: text, of: edit, holds)
        case (.changed(let text), _): return [.draft(.edited(text))]
        }
    }

    /// Hands an answer to the program that waits for it; one that cannot be used is edited further.
    private static func answer(with text: String, of edit: AnswerEdit, _ holds: HoldController?) -> [Message]
    {
        var edit = edit
        edit.text = text
        do throws(AnswerText.SyntaxError) {
            let isHeld = try holds?.decide(.answer(edit.answer()), of: edit.task) == true
            return isHeld ? [] : [.notice(.isNotHeld(edit.task))]
        } catch {
            edit.problem = error
            return [.hold(.refused(edit))]
        }
    }
}

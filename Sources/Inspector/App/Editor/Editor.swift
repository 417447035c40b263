import FoundationEssentials
import Glibc
import InspectorScreen
import InspectorWorkspace
import RequestFormats

/// Opens $VISUAL or $EDITOR.
///
///     text ── disk ──▶ file ── main thread: the editor runs ──▶ disk ──▶ text that was left
///
/// The editor has the terminal while it runs. Nobody else holds up the main thread: files are written and read where disks
/// are waited for.
struct Editor {
    /// A text in a file, ready to be edited.
    struct Session: Sendable {
        /// The purpose of an edit.
        enum Purpose: Sendable {
            case draft
            case mock(MockEdit)
            case answer(AnswerEdit)
            case body(isJSON: Bool)
        }

        /// The result of an edit.
        enum Outcome {
            case changed(String)
            case nothing(Notice)
        }

        let purpose: Purpose
        fileprivate let file: EditedFile
        private let before: [UInt8]

        /// Writes a text into a file; waits for the disk.
        init(_ bytes: [UInt8], for purpose: Purpose) throws(FileError) {
            self.purpose = purpose
            before = bytes
            file = try EditedFile(bytes, name: purpose.fileName)
        }

        fileprivate var line: Int {
            switch purpose {
            case .mock(let edit): edit.problem?.line ?? 1
            case .answer(let edit): edit.problem?.line ?? 1
            case .draft, .body: 1
            }
        }

        /// Reads what the editor left, and removes the file; waits for the disk.
        func collect() -> Outcome {
            guard let text = file.collect() else {
                return .nothing(.error("The \(purpose.noun) is gone: \(file.path)."))
            }
            if Array(text.utf8) == before {
                return .nothing(.confirmation("Nothing changed in the editor."))
            }
            return .changed(text)
        }

        /// Removes the file; waits for the disk.
        func remove() { file.remove() }
    }

    private let command: [String]

    init(environment: [String: String]) {
        let named = [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }.first { !$0.isEmpty }
        command = Self.words(of: named ?? "vi")
    }

    /// The words of a command: quotation marks and backslashes count as in a shell, which never sees it.
    ///
    /// Any other command is only cut at its blanks.
    static func words(of command: String) -> [String] {
        ShellCommand.words(of: command) ?? command.split(at: " ").map(String.init)
    }

    /// Lets a text be edited; returns why not, when the editor could not be run.
    func run(_ session: Session, on terminal: Terminal) -> Notice? {
        let line = session.line > 1 ? ["+\(session.line)"] : []
        return run(line + [session.file.path], on: terminal)
    }

    /// Lets a file be edited in its place; returns why not, when the editor could not be run.
    func run(file path: String, line: Int, on terminal: Terminal) -> Notice? {
        run(["+\(line)", URL(filePath: path).standardizedFileURL.path], on: terminal)
    }

    private func run(_ arguments: [String], on terminal: Terminal) -> Notice? {
        let status = terminal.runEditor(command + arguments)
        if status == 0 { return nil }
        let name = command.joined(separator: " ")
        if status < 0 || status == 127 {
            let reason = status < 0 ? String(cString: strerror(-status)) : "not found"
            return .error(
                "The editor \(name) cannot be started: \(reason).",
                hint: "Set EDITOR to one that is installed.")
        }
        return .error("The editor \(name) ended with status \(status); nothing was done.")
    }
}

extension Editor.Session.Purpose {
    var noun: String {
        switch self {
        case .draft: "draft"
        case .mock: "mock"
        case .answer: "answer"
        case .body: "body"
        }
    }

    fileprivate var fileName: String {
        switch self {
        case .draft: "draft.http"
        case .mock: "mock.json"
        case .answer: "answer.http"
        case .body(let isJSON): isJSON ? "body.json" : "body.txt"
        }
    }
}

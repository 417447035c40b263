import FoundationEssentials
import Glibc
import InspectorScreen
import RequestFormats

/// Opens $VISUAL or $EDITOR.
///
///     text ── disk ──▶ file ── main thread: the editor runs ──▶ disk ──▶ text that was left
///
/// The editor has the terminal while it runs. Nobody else holds up the main thread: files are written and read where disks
/// are waited for.
struct Editor {
    private let command: [String]
    private let files: EditorFiles?

    /// What came of a job.
    enum Result {
        /// A text that was changed.
        case text(String)
        /// There is nothing to do, for a reason worth saying or for none.
        case nothing(Notice?)
    }

    init(environment: [String: String]) {
        let named = [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }.first { !$0.isEmpty }
        command = Self.words(of: named ?? "vi")
        files = EditorFiles()
    }

    /// The words of a command: quotation marks and backslashes count as in a shell, which never sees it.
    ///
    /// Any other command is only cut at its blanks.
    static func words(of command: String) -> [String] {
        ShellCommand.words(of: command) ?? command.split(at: " ").map(String.init)
    }

    /// What a text is, which decides about the name of its file.
    enum Kind: String {
        case draft = "draft.http", mock = "mock.json"

        fileprivate var noun: String {
            switch self {
            case .draft: "draft"
            case .mock: "mock"
            }
        }
    }

    /// Lets a text be edited, from a line on; nothing comes of it when it was left as it was.
    func edit(_ text: String, as kind: Kind = .draft, line: Int = 1, on terminal: Terminal) -> Result {
        guard let files, let path = files.write(Array(text.utf8), name: kind.rawValue) else {
            return .nothing(
                .error("No \(kind.noun) can be written to \(FileManager.default.temporaryDirectory.path)."))
        }
        let notice = run(line > 1 ? ["+\(line)", path] : [path], on: terminal)
        let edited = files.collect(path)
        if let notice { return .nothing(notice) }
        guard let edited else {
            return .nothing(.error("The \(kind.noun) is gone: \(path)."))
        }
        if edited == text { return .nothing(.information("The \(kind.noun) was left as it was.")) }
        return .text(edited)
    }

    /// Lets a file be edited in its place.
    func edit(file path: String, line: Int, on terminal: Terminal) -> Result {
        let absolute = URL(filePath: path).standardizedFileURL.path
        return .nothing(run(["+\(line)", absolute], on: terminal))
    }

    /// Shows a body.
    func show(_ bytes: [UInt8], isJSON: Bool, on terminal: Terminal) -> Result {
        guard let path = files?.write(bytes, name: isJSON ? "body.json" : "body.txt") else {
            return .nothing(
                .error("The body cannot be written to \(FileManager.default.temporaryDirectory.path)."))
        }
        defer { files?.clear() }
        return .nothing(run([path], on: terminal))
    }

    /// Runs the editor and says why, when it could not be run.
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

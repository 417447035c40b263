import Foundation
import InspectorTestSupport

/// The program on a pseudo-terminal, and the screen that a user would see.
final class InspectorSession {
    let terminal: PseudoTerminal
    private(set) var screen: ScreenModel
    private var taken = 0
    /// The folder for temporary files and drafts, which also removes those of programs killed at the end of a test.
    private let temporary: TemporaryFolder

    /// Starts the program.
    ///
    /// An empty value removes a variable from the environment.
    convenience init(
        _ arguments: [String], environment: [String: String] = [:], columns: Int = 80, rows: Int = 24
    ) throws {
        try self.init(
            command: [try BuiltProgram.path()] + arguments, environment: environment, columns: columns,
            rows: rows)
    }

    /// Starts any command, for example a shell that starts the program.
    init(command: [String], environment: [String: String] = [:], columns: Int = 80, rows: Int = 24) throws {
        temporary = try TemporaryFolder()
        var variables = PseudoTerminal.environment.merging(
            [
                "TMPDIR": temporary.path, "XDG_STATE_HOME": temporary.path,
                "XDG_CONFIG_HOME": temporary.path,
            ]
        ) { $1 }
        variables.merge(environment) { $1 }
        variables = variables.filter { !$0.value.isEmpty }
        terminal = try PseudoTerminal(command, environment: variables, columns: columns, rows: rows)
        screen = ScreenModel(columns: columns, rows: rows)
    }

    /// Returns whether a program is installed.
    static func isInstalled(_ program: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + program)
    }

    // MARK: Seeing

    /// Waits until the screen shows a text.
    func see(_ text: String, within limit: Duration = patience) throws {
        try wait(for: "\"\(text)\"", within: limit) { $0.text.contains(text) }
    }

    /// Waits until the screen no longer shows a text.
    func seeNoMore(_ text: String, within limit: Duration = patience) throws {
        try wait(for: "the end of \"\(text)\"", within: limit) { !$0.text.contains(text) }
    }

    /// Waits until the screen meets a condition.
    func wait(for what: String, within limit: Duration = patience, _ condition: (ScreenModel) -> Bool)
        throws
    {
        do {
            try terminal.wait(for: what, within: limit) {
                catchUp()
                return condition(screen)
            }
        } catch {
            throw PseudoTerminal.Failure(
                description: "\(what) did not come; the screen:\n\(screen.text)\n\(error)")
        }
    }

    /// Applies the output read so far to the screen.
    func catchUp() {
        screen.feed(terminal.transcript[taken...])
        taken = terminal.transcript.count
    }

    /// Makes the screen accept images.
    func showImages() { screen.showsImages = true }

    // MARK: Doing

    func press(_ keys: String) throws {
        try terminal.send(keys)
    }

    /// Finds a saved request by a part of its name and sends it.
    func sendSaved(_ name: String) throws {
        try press("o")
        try see("Enter go to it")
        try press(name)
        try see("/" + name)
        try press("\r")
        try see("Enter send")
        // Returns from the tree to the list.
        try press("\r\u{1B}")
        try see("── TASKS")
    }

    func resize(columns: Int, rows: Int) {
        catchUp()
        screen.resize(columns: columns, rows: rows)
        terminal.resize(columns: columns, rows: rows)
    }

    /// Quits with Ctrl-C from any pane, after the last live task has ended.
    ///
    /// Returns how the program ended.
    ///
    /// A status appears before its task ends, and Ctrl-C asks for confirmation while a task is live.
    func quit() throws -> PseudoTerminal.Exit {
        try seeNoMore("1 live")
        try press("\u{3}")
        let exit = try terminal.waitForExit()
        catchUp()
        return exit
    }

    /// Waits for the end of the program, and applies all its output.
    func waitForExit(within limit: Duration = patience) throws -> PseudoTerminal.Exit {
        let exit = try terminal.waitForExit(within: limit)
        catchUp()
        return exit
    }
}

extension InspectorSession {
    /// Starts the demo and waits until its requests are read.
    static func demo(
        environment: [String: String] = [:], columns: Int = 80, rows: Int = 24
    ) throws -> InspectorSession {
        let session = try InspectorSession(["demo"], environment: environment, columns: columns, rows: rows)
        try session.see("── SAVED")
        try session.see("demo · local")
        try session.seeNoMore("reading ")
        return session
    }

    /// Starts on a folder and waits until its requests are read.
    static func opened(_ folder: TemporaryFolder) throws -> InspectorSession {
        let session = try InspectorSession([folder.path])
        try session.see("── SAVED")
        try session.seeNoMore("reading ")
        return session
    }

    /// Indicates whether the terminal is in its original state: modes, screen and cursor.
    var isTerminalRestored: Bool {
        terminal.isRestored && !screen.isAlternate && screen.isCursorVisible
    }
}

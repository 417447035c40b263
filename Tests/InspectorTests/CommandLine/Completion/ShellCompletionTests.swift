import Testing

@testable import InspectorCommandLine

@Suite("Completion of the command line")
struct ShellCompletionTests {
    private let completion = ShellCompletion(
        disk: .init(
            names: { folder in
                folder == "."
                    ? ["api/", "shop.http", "capture.har", "notes.txt", ".git/"]
                    : folder == "api/" ? ["users.http"] : []
            },
            selectors: { ["\($0)#login", "\($0)#Log out"] },
            environments: { _ in ["local", "live"] }))

    @Test(
        "knows commands, files, names of requests, environments and the values of flags",
        arguments: [
            ("ru", ["run"]), ("help ex", ["export"]), ("run ", ["api/", "shop.http"]),
            ("run api/", ["api/users.http"]),
            ("run shop.http#l", ["shop.http#login"]),
            ("run shop.http", ["shop.http", "shop.http#login", "shop.http#Log out"]),
            ("run a.http -e l", ["live", "local"]),
            ("run a.http --env li", ["live"]), ("run --color a", ["always", "auto"]),
            ("run --jun", ["--junit"]),
            ("run --har c", ["capture.har"]), ("import pos", ["postman"]), ("export h", ["har", "http"]),
            ("completion z", ["zsh"]), ("cap", ["capture.har"]), ("demo ", []), ("--asc", ["--ascii"]),
        ])
    func candidates(line: String, expected: [String]) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        #expect(completion.candidates(for: words).sorted() == expected.sorted())
    }

    @Test("every script asks the program", arguments: CompletionScript.allCases)
    func scripts(shell: CompletionScript) {
        #expect(shell.text.contains("completion words --"))
    }

    @Test("every command has a manual page with its flags, and no line of it is a request by accident")
    func manuals() {
        for command in CommandName.allCases {
            let text = ManPage(command: command).text
            for flag in FlagTable.rows where flag.commands.contains(command) {
                #expect(text.contains(flag.name.split(separator: "-").joined(separator: "\\-")))
            }
            for line in text.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
                let known = [".\\\"", ".TH", ".SH", ".TP", ".B", ".BR", ".nf", ".fi"]
                #expect(known.contains { line == $0 || line.hasPrefix($0 + " ") }, "\(line)")
            }
        }
    }
}

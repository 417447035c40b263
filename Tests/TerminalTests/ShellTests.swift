import Foundation
import InspectorTestSupport
import Testing

@Suite("Completion in real shells", .ownThread, .serialized)
struct ShellTests {
    /// A shell without the user's settings, and the way it loads the script.
    enum Shell: String, CaseIterable {
        case bash, zsh, fish

        var command: String {
            switch self {
            case .bash: "env PS1='> ' bash --norc --noprofile"
            case .zsh: "env PS1='> ' zsh --no-rcs --no-globalrcs"
            case .fish: "fish --no-config"
            }
        }

        var loading: String {
            switch self {
            case .bash: "source <(inspector completion bash)"
            case .zsh: "autoload -U compinit; compinit -D -u; source <(inspector completion zsh)"
            case .fish: "inspector completion fish | source"
            }
        }
    }

    @Test(
        "Tab completes commands, files, names of requests, environments and flags", arguments: Shell.allCases)
    func tab(shell: Shell) throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "# @name login\nGET http://h.test/\n### List all\nGET http://h.test/a\n", to: "shop.http")
        try folder.write(#"{"staging": {"a": "1"}}"#, to: "http-client.env.json")
        let programs = URL(filePath: try BuiltProgram.path()).deletingLastPathComponent().path
        let variables = "PATH='\(programs)':\"$PATH\" HOME='\(folder.path)'"
        let tmux = try TmuxServer(running: "cd '\(folder.path)' && \(variables) exec \(shell.command)")
        try tmux.type(shell.loading)
        try tmux.press("Enter")
        // The typed command does not contain the printed text.
        try tmux.type("echo load''ed")
        try tmux.press("Enter")
        try tmux.see("loaded")
        for (typed, completed) in [
            ("inspector descr", "inspector describe"),
            ("inspector run sh", "inspector run shop.http"),
            ("inspector run shop.http#lo", "inspector run shop.http\(shell == .zsh ? "\\" : "")#login"),
            ("inspector run shop.http -e st", "inspector run shop.http -e staging"),
            ("inspector run --para", "inspector run --parallel"),
        ] {
            try tmux.type(typed)
            try tmux.press("Tab")
            try tmux.see(completed)
            try tmux.press("C-u")
            try tmux.press("C-l")
        }
    }
}

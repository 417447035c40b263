import ClientEngine
import EngineSupport
import RequestFormats

/// The commands of the program; without a word it is the screen.
enum CommandName: String, Sendable, CaseIterable {
    case screen
    case demo
    case run
    case curl
    case importing = "import"
    case exporting = "export"
    case mock
    case watch
    case attach
    case sandbox
    case history
    case diff
    case describe
    case completion

    var usage: (line: String, help: String) {
        switch self {
        case .screen:
            ("inspector [PATH… | URL]", "open the screen on folders and files (default: here), or on a URL")
        case .demo: ("inspector demo", "open the screen on sample requests and the built-in sandbox")
        case .run: ("inspector run PATH[#NAME]…", "send requests without a screen")
        case .curl:
            ("inspector curl CURL-ARGS…", "send one curl command line and print the response as curl would")
        case .importing:
            ("inspector import FORMAT INPUT", "convert to .http files: \(ImportFormat.names)")
        case .exporting:
            ("inspector export FORMAT PATH[#NAME]…", "write saved requests as \(ExportFormat.names)")
        case .mock: ("inspector mock", "serve the mocks to other programs; prints one line: http=URL")
        case .history:
            ("inspector history [FILTER]", "list, export or erase what was sent before")
        case .diff:
            ("inspector diff A B", "compare two calls (numbers of the history, FILE.har#N) or two bodies")
        case .watch:
            (
                "inspector watch [--as VAR=URL…] [-- PROGRAM…]",
                "show what a program sends, through a proxy or to the URL in one of its variables"
            )
        case .attach:
            (
                "inspector attach [SOCKET] [-- PROGRAM…]",
                "show and steer the tasks of programs that embed ClientEngine and have INSPECTOR_SOCK set"
            )
        case .describe:
            (
                "inspector describe [PATH…]",
                "list what is saved; with --json also commands, flags, environments"
            )
        case .completion: ("inspector completion bash|zsh|fish", "print the completion script of a shell")
        case .sandbox:
            ("inspector sandbox", "start only the sandbox server; prints: http=URL https=URL ca=FILE")
        }
    }

    /// Command lines to learn from.
    var examples: [String] {
        switch self {
        case .screen:
            ["inspector api/ -e local", "inspector https://api.example.com/users", "inspector capture.har"]
        case .demo: ["inspector demo"]
        case .run:
            [
                "inspector run api/ -e local", "inspector run shop.http#login --body | jq -r .token",
                "inspector run api/ --junit report.xml --fail-if 'total:>2s'",
            ]
        case .curl: ["inspector curl -sS https://api.example.com/users -H 'Accept: application/json'"]
        case .importing: ["inspector import postman shop.json -o shop"]
        case .exporting: ["inspector export curl shop.http#login -e local"]
        case .mock: ["inspector mock --port 8080 --to https://api.example.com"]
        case .history:
            [
                "inspector history status:5xx since:24h", "inspector history body:refused --har failures.har",
                "inspector history --stats",
            ]
        case .diff:
            ["inspector diff 181 182", "inspector diff old.har#3 new.har#3", "inspector diff a.json b.json"]
        case .watch:
            [
                "inspector watch curl http://example.com/",
                "inspector watch --as OPENAI_BASE_URL=https://api.openai.com/v1 -- python script.py",
                "inspector watch --to https://api.example.com --har calls.har -- sh -c 'curl $INSPECTOR_URL/users'",
            ]
        case .attach: ["inspector attach", "inspector attach -- ./my-program"]
        case .describe: ["inspector describe api/ --json | jq -r '.files[].requests[].selector'"]
        case .completion: ["source <(inspector completion bash)"]
        case .sandbox: ["inspector sandbox --port 8080"]
        }
    }

    /// Says which command may have been meant by a word; empty where none is near.
    static func hint(to word: String) -> String {
        let names = allCases.filter { $0 != .screen }.map(\.rawValue) + ["help"]
        return SimilarNames(to: word, among: names).sentence.map { "; \($0)" } ?? ""
    }
}

extension CaseIterable where Self: RawRepresentable<String> {
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

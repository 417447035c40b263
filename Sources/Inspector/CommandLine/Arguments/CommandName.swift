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
    case sandbox

    /// Words that are promised for later versions; they are never taken for a path.
    static let reserved: Set<String> = ["history"]

    /// How the command is called, and what it does.
    var usage: (line: String, help: String) {
        switch self {
        case .screen: ("inspector [PATH…]", "open the screen on folders or files (default: here)")
        case .demo: ("inspector demo", "the screen, on sample requests, against the built-in sandbox")
        case .run: ("inspector run PATH[#NAME]…", "fire requests without a screen")
        case .curl:
            ("inspector curl -- CURL-ARGS…", "fire one curl command line, print the response as curl would")
        case .importing:
            ("inspector import FORMAT INPUT", "to .http: \(Self.importFormats)")
        case .exporting:
            ("inspector export FORMAT PATH[#NAME]…", "write saved requests as \(Self.exportFormats)")
        case .mock: ("inspector mock", "mocks as a server for other programs; prints one line: http=URL")
        case .sandbox: ("inspector sandbox", "only the sandbox; prints one line: http=URL https=URL ca=FILE")
        }
    }

    private static var importFormats: String {
        ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
    }

    private static var exportFormats: String {
        ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
    }
}

import InspectorWorkspace
import RequestFormats

/// The words that the last word of a command line may become.
///
///     words ──▶ command, flag before the word ──▶ commands, flags, values, environments, files, names of requests
struct ShellCompletion {
    /// The files on the disk, as far as a word asks for them.
    struct Disk {
        /// The names in a folder; those of folders end with a slash.
        var names: (_ folder: String) -> [String]
        /// The selectors of the requests in a file: `shop.http#login`.
        var selectors: (_ file: String) -> [String]
        var environments: (_ paths: [String]) -> [String]
    }

    let disk: Disk

    /// Returns the candidates for the last of the words behind the program's name.
    func candidates(for words: [String]) -> [String] {
        let last = words.last ?? ""
        let earlier = Array(words.dropLast())
        let command = earlier.first.flatMap { CommandName(rawValue: $0) }
        return all(last, behind: earlier, of: command).filter { $0.hasPrefix(last) }
    }

    private func all(_ word: String, behind earlier: [String], of command: CommandName?) -> [String] {
        if let flag = earlier.last.flatMap(Self.flag), flag.placeholder != nil {
            return values(of: flag, word, behind: earlier)
        }
        if word.hasPrefix("-") { return flags(of: command ?? .screen) }
        if earlier == ["help"] { return Self.commands }
        switch command {
        case .importing where earlier.count == 1: return ImportFormat.allCases.map(\.rawValue)
        case .exporting where earlier.count == 1: return ExportFormat.allCases.map(\.rawValue)
        case .completion: return CompletionScript.allCases.map(\.rawValue)
        case .demo, .mock, .history, .sandbox: return []
        case .importing, .curl, .watch, .attach, .diff: return files(word) { _ in true }
        case .run, .exporting, .describe: return requests(word)
        case nil where earlier.isEmpty: return Self.commands + openable(word)
        case .screen, nil: return openable(word)
        }
    }

    private static var commands: [String] {
        CommandName.allCases.filter { $0 != .screen }.map(\.rawValue) + ["help"]
    }

    private static func flag(_ word: String) -> Flag? {
        if word.hasPrefix("--") { return FlagTable.flag(named: String(word.dropFirst(2))) }
        guard word.hasPrefix("-"), word.count == 2 else { return nil }
        return word.last.flatMap(FlagTable.flag(lettered:))
    }

    private func flags(of command: CommandName) -> [String] {
        FlagTable.rows.filter { $0.commands.contains(command) }.map { "--" + $0.name }
    }

    private func values(of flag: Flag, _ word: String, behind earlier: [String]) -> [String] {
        switch flag.name {
        case "env": disk.environments(earlier.filter { $0.hasSuffix(".http") || $0.hasSuffix("/") })
        case "color": Paint.Choice.allCases.map(\.rawValue)
        case "theme": FlagValue.themes
        case _ where ["FILE", "DIR", "PATH"].contains(flag.placeholder): files(word) { _ in true }
        default: []
        }
    }

    // MARK: Files

    /// Returns the names that the screen opens: saved requests and archives.
    private func openable(_ word: String) -> [String] { requests(word, orFiles: [".har"]) }

    private func requests(_ word: String, orFiles endings: [String] = []) -> [String] {
        if let mark = word.unicodeScalars.firstIndex(of: "#") { return disk.selectors(String(word[..<mark])) }
        let found = files(word) { name in ([".http", ".rest"] + endings).contains { name.hasSuffix($0) } }
        // One file alone: the next thing to say is which of its requests.
        return found == [word] ? found + disk.selectors(word) : found
    }

    /// The folders, and the files that are wanted, which a word may become.
    private func files(_ word: String, _ isWanted: (String) -> Bool) -> [String] {
        let slash = word.unicodeScalars.lastIndex(of: "/").map { word.unicodeScalars.index(after: $0) }
        let folder = String(word[..<(slash ?? word.startIndex)])
        let start = word[(slash ?? word.startIndex)...]
        return disk.names(folder.isEmpty ? "." : folder)
            .filter { $0.hasPrefix(start) && ($0.hasSuffix("/") || isWanted($0)) }
            .filter { !$0.hasPrefix(".") || start.hasPrefix(".") }
            .map { folder + $0 }.sorted()
    }
}

import ClientEngine
import ClientEngineRecording
import InspectorValues
import RequestFormats

/// Asks whether folders may do more than send their requests: read variables of the process, write files, forward requests.
///
/// It allows exactly what is shown: where there is too much for one question, the rest is asked another time.
package struct TrustQuestion: Equatable, Sendable {
    /// The name of the folders.
    let title: String
    private(set) var wishes: Set<Wish> = []
    private var variables: [String] = []
    private var files: [String] = []
    private var guarded: [String] = []
    private var outside: [String] = []
    private var prompts: [String] = []
    private var servers: [String] = []
    private var commands: [String] = []
    private var length = 0

    /// The maximum number of characters of names in one question.
    private static let maximumLength = 280

    /// - Parameters:
    ///   - title: what the folders are called.
    ///   - needed: what the request that is to be sent wants now.
    ///   - others: what the files want besides, which is asked in one go.
    package init(_ title: String, needed: Wish, others: [Wish]) {
        self.title = title
        add(needed)
        for wish in others.sorted(by: Self.comesFirst) where wish != needed { add(wish) }
    }

    /// The question, in one sentence.
    var text: String {
        var parts: [String] = []
        if !variables.isEmpty {
            parts.append("reads \(variables.joined(separator: ", ")) of your environment")
        }
        if !commands.isEmpty {
            let lines = commands.map { "“\($0)”" }.joined(separator: ", ")
            parts.append("runs \(lines) and takes what it prints as a secret")
        }
        if !files.isEmpty { parts.append("writes \(files.joined(separator: ", "))") }
        if !guarded.isEmpty {
            parts.append("writes over or beside your own files: \(guarded.joined(separator: ", "))")
        }
        if !outside.isEmpty {
            parts.append("sends \(outside.joined(separator: ", ")), which lies outside of the folder")
        }
        if !servers.isEmpty { parts.append("forwards requests to \(servers.joined(separator: ", "))") }
        if !prompts.isEmpty { parts.append("asks you for \(prompts.joined(separator: ", "))") }
        return "“\(title)” \(parts.joined(separator: "; ")). Allow it?"
    }

    private mutating func add(_ wish: Wish) {
        let name = wish.ask.name
        let isKnown = (variables + files + guarded + outside + prompts + servers + commands).contains(name)
        guard isKnown || wishes.isEmpty || length + name.count <= Self.maximumLength else { return }
        wishes.insert(wish)
        guard !isKnown else { return }
        length += name.count + 2
        switch wish.ask {
        case .variable: variables.append(name)
        case .file: files.append(name)
        case .guardedFile: guarded.append(name)
        case .outsideFile: outside.append(name)
        case .prompt: prompts.append(name)
        case .forward: servers.append(name)
        case .command: commands.append(name)
        }
    }

    /// Returns whether a wish comes first: one that sounds like a secret does.
    private static func comesFirst(_ left: Wish, _ right: Wish) -> Bool {
        let isSecret = { (wish: Wish) in Redaction.isSecret(name: wish.ask.name) }
        if isSecret(left) != isSecret(right) { return isSecret(left) }
        return (left.ask.word, left.folder) < (right.ask.word, right.folder)
    }
}

extension Ask {
    /// The variable, the path, the server or the command line that it is about.
    fileprivate var name: String {
        switch self {
        case .variable(let name), .prompt(let name): name
        case .file(let path), .guardedFile(let path), .outsideFile(let path): path
        case .forward(let origin): origin
        case .command(let line): line
        }
    }
}

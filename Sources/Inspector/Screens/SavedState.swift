import Canvas

/// A request in a file, as the tree shows it.
struct SavedEntry: Equatable, Sendable {
    /// Which request it is; enough to read it again when it is sent.
    struct Reference: Hashable, Sendable {
        /// The file's path.
        var file: String
        /// The place in the file, from 1.
        var number: Int
        /// The line its request line stands in, from 1.
        var line: Int
    }

    var reference: Reference
    var title: String
    var method: String
    /// The URL as it is written, variables included.
    var url: String
}

/// A file of requests, or what kept it from being read.
struct SavedFile: Equatable, Sendable {
    /// Something wrong in a file.
    struct Problem: Equatable, Sendable {
        /// The line, from 1; nil when it is about the whole file.
        var line: Int?
        var message: String
    }

    var path: String
    /// The folders between the opened one and the file, and the file's own name.
    var components: [String]
    var requests: [SavedEntry] = []
    var problems: [Problem] = []

    /// A problem with its place, as a notice has it.
    func text(of problem: Problem) -> String {
        let place = components.joined(separator: "/") + (problem.line.map { ":\($0)" } ?? "")
        return "\(place): \(problem.message)"
    }
}

/// One line of the tree.
enum SavedRow: Hashable, Sendable {
    case folder(path: [String], depth: Int)
    case file(Int, depth: Int)
    case request(file: Int, index: Int, depth: Int)
    case problem(file: Int, index: Int, depth: Int)
}

/// The tree of folders, files and requests.
struct SavedState: Equatable, Sendable {
    private(set) var files: [SavedFile] = []
    private(set) var rows: [SavedRow] = []
    /// Whether the files were read; until then an empty tree means nothing.
    private(set) var isRead = false
    /// The folders and files that are folded.
    private var folded: Set<[String]> = []
    var scroll = ScrollState()

    var selectedRow: SavedRow? {
        rows.indices.contains(scroll.selection) ? rows[scroll.selection] : nil
    }

    var selectedRequest: SavedEntry? {
        guard case .request(let file, let index, _) = selectedRow else { return nil }
        return files[file].requests[index]
    }

    var selectedFile: SavedFile? {
        switch selectedRow {
        case .file(let file, _), .request(let file, _, _), .problem(let file, _, _): files[file]
        case .folder, nil: nil
        }
    }

    /// What is wrong in the files: the first problem in full, and how many more there are.
    var problemNotice: Notice? {
        guard let file = files.first(where: { !$0.problems.isEmpty }) else { return nil }
        let more = files.reduce(-1) { $0 + $1.problems.count }
        let hint = more == 0 ? nil : "\(more.of("more problem")) in the tree of saved requests."
        return .error(file.text(of: file.problems[0]), hint: hint)
    }

    var allRequests: [SavedEntry] { files.flatMap(\.requests) }

    func isFolded(_ components: [String]) -> Bool { folded.contains(components) }

    /// Takes in the files as they were read last and keeps the selection where it still exists.
    mutating func replace(_ files: [SavedFile]) {
        let selected = selectedRequest?.reference
        self.files = files
        isRead = true
        layOut()
        if let selected { select(selected) }
    }

    /// Selects a request and unfolds what hides it.
    mutating func select(_ reference: SavedEntry.Reference) {
        guard
            let file = files.firstIndex(where: { $0.path == reference.file }),
            let index = files[file].requests.firstIndex(where: { $0.reference.number == reference.number })
        else { return }
        let components = files[file].components
        for length in 1...max(1, components.count) { folded.remove(Array(components.prefix(length))) }
        layOut()
        let row = rows.firstIndex {
            if case .request(file, index, _) = $0 { true } else { false }
        }
        if let row { scroll.select(row) }
    }

    /// Folds or unfolds the selected folder or file.
    mutating func toggleFold() {
        let components: [String]
        switch selectedRow {
        case .folder(let path, _): components = path
        case .file(let file, _): components = files[file].components
        case .request, .problem, nil: return
        }
        if folded.remove(components) == nil { folded.insert(components) }
        layOut()
    }

    mutating func selectFirstRequest() {
        let row = rows.firstIndex { if case .request = $0 { true } else { false } }
        if let row { scroll.select(row) }
    }

    private mutating func layOut() {
        rows = []
        var shownFolders: Set<[String]> = []
        for (index, file) in files.enumerated() where addFolders(of: file, shown: &shownFolders) {
            add(file, index)
        }
        scroll.resize(count: rows.count)
    }

    /// Adds the folders above a file that are not there yet; false when one of them is folded.
    private mutating func addFolders(of file: SavedFile, shown: inout Set<[String]>) -> Bool {
        for depth in 0..<max(0, file.components.count - 1) {
            let path = Array(file.components.prefix(depth + 1))
            if shown.insert(path).inserted { rows.append(.folder(path: path, depth: depth)) }
            if folded.contains(path) { return false }
        }
        return true
    }

    private mutating func add(_ file: SavedFile, _ index: Int) {
        let depth = file.components.count - 1
        rows.append(.file(index, depth: depth))
        if folded.contains(file.components) { return }
        rows += file.problems.indices.map { .problem(file: index, index: $0, depth: depth + 1) }
        rows += file.requests.indices.map { .request(file: index, index: $0, depth: depth + 1) }
    }
}

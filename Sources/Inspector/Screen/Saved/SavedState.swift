import ClientEngine
import InspectorCanvas
import InspectorValues

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
    /// Indicates whether the files were read; until then an empty tree means nothing.
    private(set) var isRead = false
    /// The places of the files in the list, by their path.
    private var places: [String: Int] = [:]
    private(set) var readCount = 0
    /// The folders that hold one thing alone, whose names stand before its own.
    private var joined: Set<[String]> = []
    /// The width that the rows would have, at least about.
    private(set) var naturalWidth = 0
    /// The folders and files that are folded.
    private var folded: Set<[String]> = []
    var scroll = ScrollState()
    /// The selected request as it would be sent.
    var preview = RequestPreview()
    /// A request that is selected as soon as its file is read.
    private var awaited: SavedEntry.Reference?

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

    /// The request that a task was made of, if it still stands in its place.
    func request(at provenance: Provenance, _ method: String) -> SavedEntry? {
        guard provenance.source == .saved, let file = provenance.file.flatMap({ places[$0] }) else {
            return nil
        }
        return files[file].requests.first {
            $0.reference.line == provenance.line && $0.method.uppercased() == method
        }
    }

    /// The path of a file below what was opened.
    func place(of file: String) -> String {
        places[file].map { files[$0].components.joined(separator: "/") } ?? file
    }

    var allRequests: [SavedEntry] { files.flatMap(\.requests) }

    var hasRequests: Bool { files.contains { !$0.requests.isEmpty } }

    var isReading: Bool { readCount < files.count }

    var isEmpty: Bool { isRead && !isReading && !hasRequests }

    func isFolded(_ components: [String]) -> Bool { folded.contains(components) }

    /// The path of a folder or file below the row above it.
    func name(of components: [String]) -> String {
        var start = components.count - 1
        while start > 0, joined.contains(Array(components.prefix(start))) { start -= 1 }
        return components[start...].joined(separator: "/")
    }

    /// Returns the folders in which there is nothing but one folder or file.
    private static func onlyChildren(of files: [SavedFile]) -> Set<[String]> {
        var children: [[String]: Set<String>] = [:]
        for file in files {
            for depth in file.components.indices.dropFirst() {
                children[Array(file.components.prefix(depth)), default: []].insert(file.components[depth])
            }
        }
        return Set(children.filter { $0.value.count == 1 }.keys)
    }

    /// Takes in which files there are, and keeps the selection where it still exists.
    mutating func replace(_ files: [SavedFile]) {
        keepingSelection { state in
            state.files = files
            state.places = Dictionary(
                files.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
            state.readCount = files.count { $0.isRead }
            state.isRead = true
            state.joined = Self.onlyChildren(of: files)
        }
    }

    /// Takes in what was read of some of the files.
    mutating func update(_ read: [SavedFile]) {
        let wasEmpty = !hasRequests
        keepingSelection { state in
            for file in read {
                guard let place = state.places[file.path] else { continue }
                if !state.files[place].isRead { state.readCount += 1 }
                state.files[place] = file
            }
        }
        if let awaited, read.contains(where: { $0.path == awaited.file }) {
            self.awaited = nil
            select(awaited)
        } else if wasEmpty, scroll.selection == 0 {
            selectFirstRequest()
        }
    }

    /// Selects a request that was just written, once it is read.
    mutating func selectWhenRead(_ reference: SavedEntry.Reference) { awaited = reference }

    /// Selects what was selected before a change, wherever it is now.
    private mutating func keepingSelection(_ change: (inout SavedState) -> Void) {
        let (row, request, file) = (selectedRow, selectedRequest, selectedFile)
        change(&self)
        layOut()
        if let request {
            if let found = place(of: request) { select(found) }
        } else if case .folder(let path, _) = row {
            selectRow { if case .folder(path, _) = $0 { true } else { false } }
        } else if let index = file.flatMap({ places[$0.path] }) {
            selectRow { if case .file(index, _) = $0 { true } else { false } }
        }
    }

    /// Returns the present place of a request: its own, else wherever it has moved to in its file, else what has its
    /// place.
    private func place(of request: SavedEntry) -> SavedEntry.Reference? {
        guard let index = places[request.reference.file] else { return nil }
        let entries = files[index].requests
        let inPlace = entries.first { $0.reference.number == request.reference.number }
        if let inPlace, inPlace.isSame(as: request) { return inPlace.reference }
        let moved =
            entries.first { $0.isSame(as: request) } ?? entries.first { $0.title == request.title }
        return (moved ?? inPlace ?? entries.last)?.reference
    }

    /// Selects a request and unfolds what hides it.
    mutating func select(_ reference: SavedEntry.Reference) {
        guard let file = places[reference.file],
            let index = files[file].requests.firstIndex(where: { $0.reference.number == reference.number })
        else { return }
        unfold(files[file].components)
        selectRow { if case .request(file, index, _) = $0 { true } else { false } }
    }

    /// Unfolds what hides a file, and the file.
    mutating func unfold(_ components: [String]) {
        let hidden = folded.filter { components.starts(with: $0) }
        guard !hidden.isEmpty else { return }
        folded.subtract(hidden)
        layOut()
    }

    mutating func selectRow(_ isWanted: (SavedRow) -> Bool) {
        if let row = rows.firstIndex(where: isWanted) { scroll.select(row) }
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
        selectRow { if case .request = $0 { true } else { false } }
    }

    private mutating func layOut() {
        rows = []
        var shownFolders: Set<[String]> = []
        naturalWidth = 0
        for (index, file) in files.enumerated() {
            if let depth = addFolders(of: file, shown: &shownFolders) { add(file, index, depth) }
        }
        scroll.resize(count: rows.count)
    }

    private mutating func add(_ row: SavedRow, width: Int) {
        rows.append(row)
        naturalWidth = max(naturalWidth, width)
    }

    /// Adds the folders above a file that are not there yet, and returns how deep it lies; nil when one of them is folded.
    private mutating func addFolders(of file: SavedFile, shown: inout Set<[String]>) -> Int? {
        var depth = 0
        for end in file.components.indices.dropFirst() {
            let path = Array(file.components.prefix(end))
            if joined.contains(path) { continue }
            if shown.insert(path).inserted {
                add(.folder(path: path, depth: depth), width: depth * 2 + 3 + name(of: path).utf8.count)
            }
            if folded.contains(path) { return nil }
            depth += 1
        }
        return depth
    }

    private mutating func add(_ file: SavedFile, _ index: Int, _ depth: Int) {
        add(.file(index, depth: depth), width: depth * 2 + 4 + name(of: file.components).utf8.count)
        if folded.contains(file.components) { return }
        rows += file.problems.indices.filter { file.problems[$0].line != nil }
            .map { .problem(file: index, index: $0, depth: depth + 1) }
        for (place, request) in file.requests.enumerated() {
            let width = depth * 2 + 10 + request.title.utf8.count
            add(.request(file: index, index: place, depth: depth + 1), width: width)
        }
    }
}

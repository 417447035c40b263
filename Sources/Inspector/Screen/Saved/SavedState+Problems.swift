import InspectorValues

// What is wrong in the files.
extension SavedState {
    /// The problems in the files: the first grave one in full, or else the first, and the number of others.
    ///
    /// Nothing is said while files are being read, because it would change all the time.
    var problemNotice: Notice? {
        let found = files.flatMap { file in file.problems.map { (file: file, problem: $0) } }
        guard !isReading, let first = found.first(where: { !$0.problem.isWarning }) ?? found.first else {
            return nil
        }
        let more = problemCount - 1
        let hint =
            more == 0 ? nil : "\(more.of("more problem")) in the tree of saved requests: p goes to the next."
        return Notice(
            kind: first.problem.isWarning ? .information : .error, text: first.file.text(of: first.problem),
            hint: hint)
    }

    var problemCount: Int { files.reduce(0) { $0 + $1.problems.count } }

    /// Selects the next problem below the selected row, from the last one to the first, and unfolds what hides it.
    mutating func selectNextProblem() {
        let problems = files.indices.flatMap { file in
            files[file].problems.indices.map { SavedRow.problem(file: file, index: $0, depth: 0) }
        }
        let current = selectedRow.map(position) ?? (-1, 0)
        guard let next = problems.first(where: { position(of: $0) > current }) ?? problems.first,
            case .problem(let file, let index, _) = next
        else { return }
        unfold(files[file].components)
        let isOfFile = files[file].problems[index].line == nil
        selectRow {
            switch $0 {
            case .problem(file, index, _): true
            case .file(file, _): isOfFile
            default: false
            }
        }
    }

    /// The order of a row among the problems: a file and, in it, one that is about it as a whole, others, and requests.
    private func position(of row: SavedRow) -> (Int, Int) {
        switch row {
        case .folder(let path, _): (files.firstIndex { $0.components.starts(with: path) } ?? 0, -2)
        case .file(let file, _): (file, -1)
        case .problem(let file, let index, _): (file, files[file].problems[index].line == nil ? -1 : index)
        case .request(let file, _, _): (file, .max)
        }
    }
}

import RequestFormats

/// A part of a file that cannot be sent: a request, or text that should contain requests.
package struct LeftOut: Equatable, Sendable {
    package var file: String
    /// The label of the request, or `nil` if the affected requests are unknown.
    package var label: String?
    package var problems: [LoadError]

    package init(file: String, label: String? = nil, _ problems: [LoadError]) {
        self.file = file
        self.label = label
        self.problems = problems
    }

    init(_ saved: SavedRequest, of file: HTTPFile, _ diagnostics: [Diagnostic]) {
        self.init(file: file.path, label: saved.label, diagnostics.map { LoadError(file.path, $0) })
    }

    /// Returns the errors of a file: those of the file itself, and those of the given requests.
    package static func unusable(_ requests: [SavedRequest], of file: HTTPFile) -> [LeftOut] {
        let ofFile = file.ownDiagnostics.filter { $0.severity == .error }.map { LoadError(file.path, $0) }
        let ofRequests = requests.filter { !$0.isUsable }.map { saved in
            LeftOut(saved, of: file, saved.diagnostics.filter { $0.severity == .error })
        }
        return (ofFile.isEmpty ? [] : [LeftOut(file: file.path, ofFile)]) + ofRequests
    }

    /// One line for each problem.
    ///
    /// The first one says that the request is left out.
    var lines: [String] {
        guard let label else { return problems.map(\.description) }
        return problems.enumerated().map { index, problem in
            index > 0 ? problem.description : problem.description(of: "“\(label)” is left out")
        }
    }
}

extension [LeftOut] {
    /// The lines of the first entries.
    ///
    /// A broken file may have any number.
    package var lines: [String] {
        let named = prefix(RequestPlan.maximumProblems)
        let rest = count - named.count
        return named.flatMap(\.lines) + (rest > 0 ? ["and \(rest) more are left out"] : [])
    }
}

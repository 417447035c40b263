import ClientEngine
import InspectorValues
import RequestFormats

// The planning of a saved request or draft for the screen.
extension Planner {
    /// The result of planning a request.
    package enum Outcome: Sendable {
        /// The user must answer questions first.
        case question(Inquiry)
        case jobs([RunJob])
    }

    /// Reads a saved request and plans it, with the requests that it needs.
    package func plan(
        _ reference: SavedEntry.Reference, answers: SendAnswers = SendAnswers()
    ) throws(Workspace.WorkspaceError) -> Outcome {
        let file = try workspace.file(reference.file)
        guard let saved = file.requests.first(where: { $0.number == reference.number }) else {
            throw Workspace.WorkspaceError(gone: reference)
        }
        if let inquiry = inquiry(of: [saved], answers) { return .question(inquiry) }
        return .jobs(try answering(answers).jobs(for: [saved], in: file))
    }

    /// Plans the text of a draft.
    ///
    /// Variables and files are those of the draft's folder. Other requests are those of the file that the draft
    /// came from.
    package func plan(
        _ outgoing: OutgoingDraft, answers: SendAnswers = SendAnswers()
    ) throws(Workspace.WorkspaceError) -> Outcome {
        let path = outgoing.origin?.path ?? (outgoing.folder ?? workspace.folder) + "/draft"
        let draft = HTTPFile(parsing: outgoing.text, path: path, dialect: workspace.dialect)
        if let inquiry = inquiry(of: draft.requests, answers) { return .question(inquiry) }
        if let problem = draft.diagnostics.first(where: { $0.severity == .error }) {
            throw Workspace.WorkspaceError(
                message: "draft, line \(problem.line): \(problem.message)", hint: problem.expected)
        }
        guard !draft.requests.isEmpty else {
            throw Workspace.WorkspaceError(message: "Nothing was sent: the draft holds no request.")
        }
        let others = outgoing.origin.map(workspace.neighbours) ?? ""
        let whole =
            others.isEmpty
            ? draft : HTTPFile(parsing: outgoing.text + others, path: path, dialect: workspace.dialect)
        let asked = Array(whole.requests.prefix(draft.requests.count))
        var jobs = try answering(answers).jobs(for: asked, in: whole)
        for index in jobs.indices {
            jobs[index].provenance = .composed
            // Dependencies of the draft are not part of it.
            guard jobs[index].neededBy == nil else { continue }
            jobs[index].request.mock = outgoing.mock
            jobs[index].draft = outgoing
        }
        return .jobs(jobs)
    }

    /// Returns the settings that a saved request takes over from its file and its folder.
    package func inherited(by reference: SavedEntry.Reference) -> [DefaultSetting] {
        guard let file = try? workspace.parse(reference.file),
            let saved = file.requests.first(where: { $0.number == reference.number })
        else { return [] }
        let folder = RequestPaths.folder(of: file.path)
        guard let scope = try? variables(of: folder, runsCommands: false).scope,
            let files = try? TrustedFolder(folder, workspace.trust)
        else { return saved.inherited }
        return RequestResolver(file, variables: scope, files: files).inherited(by: saved)
    }

    package func values(of names: Set<String>, in text: String, folder: String?) -> [String: DraftValue] {
        let folder = folder ?? workspace.folder
        let file = HTTPFile(parsing: text, path: folder + "/draft")
        guard let scope = try? variables(of: folder, runsCommands: false).scope,
            let files = try? TrustedFolder(folder, workspace.trust)
        else { return [:] }
        let resolver = RequestResolver(file, variables: scope, files: files)
        var values: [String: DraftValue] = [:]
        for name in names {
            if name.hasPrefix("$") || name.contains(".response.") || name.contains(".request.") {
                values[name] = .madeWhenSent
            } else {
                let captured = LateValues(captured: memory.captured)
                values[name] = DraftValue { () throws(ResolveError) in
                    try resolver.value(of: "{{\(name)}}", with: captured)
                }
            }
        }
        return values
    }

    // MARK: Inside

    private func inquiry(of requests: [SavedRequest], _ answers: SendAnswers) -> Inquiry? {
        let note = answers.isConfirmed ? nil : requests.lazy.compactMap(\.options.note).first
        var seen = Set(answers.values.keys).union(workspace.overrides.keys)
        let prompts = requests.flatMap(\.prompts).filter { seen.insert($0.variable).inserted }
        return note == nil && prompts.isEmpty ? nil : Inquiry(note: note, prompts: prompts)
    }

    /// Returns a planner with the answers.
    ///
    /// Like variables of the command line, they override files and environments.
    private func answering(_ answers: SendAnswers) -> Planner {
        var copy = self
        copy.workspace.overrides.merge(answers.values) { given, _ in given }
        copy.workspace.trust.granted += answers.granted
        return copy
    }

    private func jobs(
        for requests: [SavedRequest], in file: HTTPFile
    ) throws(Workspace.WorkspaceError) -> [RunJob] {
        for saved in requests {
            guard let problem = saved.diagnostics.first(where: { $0.severity == .error }) else { continue }
            throw Workspace.WorkspaceError(
                message: "\(file.path.plainPath):\(problem.line): \(problem.message)", hint: problem.expected)
        }
        let folder = try Result { () throws(FileError) in
            try TrustedFolder(
                RequestPaths.folder(of: file.path), in: openedFolder(of: file.path), workspace.trust)
        }.mapError(Workspace.WorkspaceError.init).get()
        let plan: Plan = try Result { () throws(PlanError) in try self.plan(requests, in: file, folder) }
            .mapError(Workspace.WorkspaceError.init).get()
        if !plan.leftOut.isEmpty, let problem = plan.importProblems.first {
            throw Workspace.WorkspaceError(message: problem.description)
        }
        if let error = plan.leftOut.first?.error {
            throw Workspace.WorkspaceError(error, in: file.path, of: folder.folder.root)
        }
        return plan.jobs
    }
}

extension Workspace.WorkspaceError {
    fileprivate init(_ problem: Planner.PlanError) {
        switch problem {
        case .file(let problem): self.init(message: problem.description)
        case .environment(let error):
            self.init(message: error.diagnostic.message, hint: error.diagnostic.expected)
        }
    }

    /// Explains why a request cannot be filled in.
    ///
    /// A missing permission is reported as a wish, to ask the user for it.
    fileprivate init(_ error: ResolveError, in path: String, of folder: String) {
        let message = "\(path.plainPath):\(error.line): \(error.message)"
        if case .withheld(let ask) = error.kind {
            self.init(message: message, wish: Wish(folder: folder, ask: ask))
        } else {
            let names = error.near.map { "“\($0)”" }.joined(separator: " or ")
            self.init(message: message, hint: names.isEmpty ? nil : "Did you mean \(names)?")
        }
    }
}

extension DraftValue {
    fileprivate init(_ fill: () throws(ResolveError) -> (text: String, isPassing: Bool)) {
        do throws(ResolveError) {
            let value = try fill()
            self = value.isPassing ? .passing(value.text) : .text(value.text)
        } catch {
            // A missing permission is requested when the draft is sent.
            if case .withheld = error.kind { self = .madeWhenSent } else { self = .undefined }
        }
    }
}

/// Questions to answer before requests are sent.
package struct Inquiry: Equatable, Sendable {
    /// The note that the user must confirm, or `nil` if there is none.
    package var note: String?
    package var prompts: [Prompt]
}

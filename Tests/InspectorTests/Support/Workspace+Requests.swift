import ClientEngine
import RequestFormats
import Testing

@testable import InspectorValues
@testable import InspectorWorkspace

extension Workspace {
    /// Returns the jobs for a saved request.
    func jobs(
        for reference: SavedEntry.Reference, environment: String?,
        after memory: SessionValues = SessionValues(),
        answers: SendAnswers = SendAnswers()
    ) throws(Workspace.WorkspaceError) -> [RunJob] {
        try Planner(self, environment: environment, after: memory).plan(reference, answers: answers).jobs
    }

    /// Returns the jobs for a draft.
    func jobs(for draft: OutgoingDraft, environment: String?) throws(Workspace.WorkspaceError) -> [RunJob] {
        try Planner(self, environment: environment).plan(draft).jobs
    }

    /// Returns the last request that would be sent for a saved one.
    func request(
        _ reference: SavedEntry.Reference, environment: String?, answers: SendAnswers = SendAnswers()
    ) throws(Workspace.WorkspaceError) -> Request? {
        try jobs(for: reference, environment: environment, answers: answers).last?.request
    }

    /// Returns the requests of a draft.
    func requests(inDraft text: String, of folder: String?, environment: String?) throws(Workspace
        .WorkspaceError) -> [Request]
    {
        try jobs(for: OutgoingDraft(text: text, folder: folder), environment: environment).map(
            \.request)
    }
}

extension Planner.Outcome {
    /// The jobs.
    ///
    /// Records an issue if a question must be answered first.
    var jobs: [RunJob] {
        if case .jobs(let jobs) = self { return jobs }
        Issue.record("something is asked first")
        return []
    }

    /// The questions to answer first, or `nil`.
    var inquiry: Inquiry? {
        if case .question(let inquiry) = self { inquiry } else { nil }
    }
}

extension Workspace {
    /// Reads everything.
    ///
    /// A file that cannot be read becomes an entry with a problem, or a failure.
    func read() -> Contents {
        var contents = list()
        contents.files = contents.files.map(read)
        let (environments, failures) = readEnvironments(beside: contents.files)
        contents.environments = environments
        contents.failures += failures
        return contents
    }
}

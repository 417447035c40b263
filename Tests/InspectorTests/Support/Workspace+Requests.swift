import ClientEngine

@testable import InspectorValues
@testable import InspectorWorkspace

extension Workspace {
    /// The request that would be sent last for a saved one.
    func request(_ reference: SavedEntry.Reference, environment: String?) throws(Failure) -> Request? {
        try jobs(for: reference, environment: environment).last?.prepared.request
    }

    /// The requests of a draft.
    func requests(inDraft text: String, of folder: String?, environment: String?) throws(Failure) -> [Request]
    {
        try jobs(for: OutgoingDraft(text: text, folder: folder), environment: environment).map(
            \.prepared.request)
    }
}

import InspectorValues

/// What was found out about the files of a workspace.
package enum WorkspaceChange: Equatable, Sendable {
    /// Which files of saved requests there are, read already or not yet, and the environments.
    case files([SavedFile], EnvironmentChoice)
    /// What was read of some of the files.
    case read([SavedFile])
    /// The environments, after their files were read.
    case environments(EnvironmentChoice)
    /// Something is wrong outside of the request files.
    case failure(Workspace.WorkspaceError)
    /// Not all folders can be watched.
    case isPartlyWatched
}

/// Where a draft is saved.
package enum DraftPlace: Equatable, Sendable {
    /// In the place it was read from, if the file is still as it was.
    case into(DraftOrigin)
    /// In the place of a request, whatever has happened to the file.
    case over(path: String, number: Int)
    /// Behind everything else in a file.
    case behind(path: String)
    /// Behind everything else in a file that a person has named, which need not exist: its path counts from the workspace.
    case named(String)
}

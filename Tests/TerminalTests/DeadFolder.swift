import CInspectorDeadFolder

/// A folder whose disk does not answer for as long as this lives.
final class DeadFolder {
    private let folder: TemporaryFolder
    private let number: Int32

    struct Refused: Error {
        var code: Int32
    }

    /// Tells whether this machine lets tests mount file systems; containers mostly do not.
    static let isPossible: Bool = {
        guard let folder = try? TemporaryFolder() else { return false }
        return (try? DeadFolder(folder)) != nil
    }()

    /// Hangs whoever looks into the folder from now on.
    init(_ folder: TemporaryFolder) throws {
        self.folder = folder
        number = cdead_hang(folder.path)
        if number < 0 { throw Refused(code: -number) }
    }

    deinit {
        if number >= 0 { cdead_revive(folder.path, number) }
    }
}

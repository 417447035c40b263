import CInspectorDeadFolder

/// A folder whose disk does not respond during the lifetime of this object.
final class DeadFolder {
    private let folder: TemporaryFolder
    private let number: Int32

    struct Refused: Error {
        var code: Int32
    }

    /// Indicates whether this machine lets tests mount file systems.
    ///
    /// Most containers do not.
    static let isPossible: Bool = {
        guard let folder = try? TemporaryFolder() else { return false }
        return (try? DeadFolder(folder)) != nil
    }()

    /// From now on, every access to the folder hangs.
    init(_ folder: TemporaryFolder) throws {
        self.folder = folder
        number = cdead_hang(folder.path)
        if number < 0 { throw Refused(code: -number) }
    }

    deinit {
        if number >= 0 { cdead_revive(folder.path, number) }
    }
}

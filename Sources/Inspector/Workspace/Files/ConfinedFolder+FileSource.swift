import RequestFormats

extension ConfinedFolder: FileSource {
    func location(of path: String) throws(FileSourceError) -> String {
        do throws(FileError) {
            return try self.path(of: path)
        } catch {
            throw FileSourceError(error.description)
        }
    }

    func bytes(of path: String) throws(FileSourceError) -> [UInt8] {
        do throws(FileError) {
            return try contents(of: path)
        } catch {
            throw FileSourceError(error.description)
        }
    }
}

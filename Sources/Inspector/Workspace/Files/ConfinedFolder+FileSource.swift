import RequestFormats

extension ConfinedFolder: FileSource {
    func location(of path: String) throws(FileRefusal) -> String {
        do throws(FileError) {
            return try self.path(of: path)
        } catch {
            throw FileRefusal(error.description)
        }
    }

    func bytes(of path: String) throws(FileRefusal) -> [UInt8] {
        do throws(FileError) {
            return try contents(of: path)
        } catch {
            throw FileRefusal(error.description)
        }
    }
}

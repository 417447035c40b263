import ClientEngineWireMock
import FoundationEssentials
import Glibc
import InspectorValues
import RequestFormats

/// Reads the environment files that apply to a folder of requests.
///
/// A file that is a link is read only if it leads into the opened folder. Otherwise a downloaded repository could
/// send files from elsewhere.
package enum EnvironmentFolders {
    static let sharedName = "http-client.env.json"
    static let privateName = "http-client.private.env.json"
    /// The file in which Visual Studio stores a user's additions to the shared file.
    static let userName = sharedName + ".user"

    /// Returns whether a file with this name defines variables.
    static func isVariableFile(_ name: String) -> Bool {
        [sharedName, userName, privateName, ".env"].contains(name)
    }

    /// Returns the environments of a folder and its parents up to `root`, nearest first.
    ///
    /// If `root` does not contain the folder, only these two folders are read.
    package static func load(for folder: String, upTo root: String) throws(LoadError) -> Environments {
        var folders: [Environments.Folder] = []
        for place in places(from: folder, to: root) {
            let shared = try file(sharedName, in: place)
            let user = try file(userName, in: place)
            let own = try file(privateName, in: place)
            folders.append(Environments.Folder(public: shared, user: user, private: own))
        }
        return Environments(folders)
    }

    /// Returns the variables of the `.env` file in a folder, or the reason why an existing file is not read.
    static func dotenv(
        in folder: String, upTo root: String
    ) -> (values: [String: String], refusal: FileSourceError?) {
        guard let place = places(from: folder, to: root).first else { return ([:], nil) }
        do throws(FileError) {
            guard let bytes = try place.contents(of: ".env", limit: 1 << 20) else { return ([:], nil) }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw FileError(place.folder + "/.env", "is not UTF-8")
            }
            return (DotEnv(text).values, nil)
        } catch {
            return ([:], FileSourceError("\(error) – nothing of it is read."))
        }
    }

    private static func file(_ name: String, in place: Place) throws(LoadError) -> EnvironmentFile? {
        let path = place.folder + "/" + name
        let bytes = try Result { () throws(FileError) in try place.contents(of: name) }
            .mapError(LoadError.init).get()
        guard let bytes else { return nil }
        return try Result { () throws(EnvironmentError) in try EnvironmentFile.parse(bytes, path: path) }
            .mapError { LoadError(path, $0.diagnostic) }.get()
    }

    // MARK: Places

    /// A folder to search for variables, and the folder that must contain its files.
    ///
    /// Links are resolved in both.
    private struct Place {
        var folder: String
        var bound: String

        func contents(of name: String, limit: Int = 64 << 20) throws(FileError) -> [UInt8]? {
            let path = folder + "/" + name
            var information = stat()
            guard stat(path, &information) == 0 else { return nil }
            do throws(FileError) {
                return try ConfinedFolder(bound).contents(of: path, limit: limit)
            } catch {
                let isLink = lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFLNK
                throw FileError(
                    path, isLink ? "is a link and is not read: its target \(error.reason)" : error.reason)
            }
        }
    }

    private static func places(from folder: String, to root: String) -> [Place] {
        let (start, end) = (real(folder), real(root))
        guard start == end || start.lies(in: end) else {
            return [start, end].map { Place(folder: $0, bound: $0) }
        }
        var places = [Place(folder: start, bound: end)]
        while let last = places.last?.folder, last != end {
            places.append(Place(folder: RequestPaths.folder(of: last), bound: end))
        }
        return places
    }

    /// Returns the path with links resolved.
    ///
    /// For a missing folder, resolves only `.` and `..`.
    private static func real(_ path: String) -> String {
        (try? ConfinedFolder(path))?.root ?? URL(fileURLWithPath: path).standardizedFileURL.path
    }
}

import Glibc
import InspectorValues
import RequestFormats

extension Workspace {
    /// Returns the offer with the destination of its files.
    ///
    /// Writes nothing.
    package func placed(_ offer: ImportOffer) -> ImportOffer {
        var placed = offer
        if offer.isAppended {
            // If a single file was opened, it is the only destination.
            let opened = paths.first.flatMap {
                RequestPaths.isFolder($0) == true ? nil : $0.split(at: "/").last
            }
            if let opened { placed.files[0].path = String(opened) }
        }
        let staysTogether = offer.isAppended || offer.files.count == 1
        placed.folder = staysTogether ? folder : freeFolder(named: offer.folder)
        return placed
    }

    /// Writes the offered files.
    ///
    /// Existing files keep their content.
    package func write(_ offer: ImportOffer) throws(WorkspaceError) -> ImportOffer.Result {
        do throws(FileError) {
            if offer.isAppended, let file = offer.files.first {
                let path = offer.folder + "/" + file.path
                let lock = try FolderLock(RequestPaths.folder(of: path))
                defer { withExtendedLifetime(lock) {} }
                let (_, number) = try append(file.text, to: path)
                return ImportOffer.Result(offer: offer, path: path, number: number)
            }
            var files = try NewFiles(offer.folder)
            var paths: [String] = []
            for file in offer.files { paths.append(try files.write(file)) }
            // Uses the same spelling as the tree.
            let first = offer.folder == "." ? "./" : ""
            return ImportOffer.Result(
                offer: offer, path: first + (paths.first ?? ""), number: 1, notices: files.notices)
        } catch {
            throw WorkspaceError(message: "Not imported: \(error.description)")
        }
    }

    /// The variables defined in the folder of an import.
    ///
    /// Pasted text must not send their values.
    package var definedNames: Set<String> {
        let environments = try? EnvironmentFolders.load(for: folder, upTo: folder)
        let files = (try? RequestPaths.files(at: folder)) ?? []
        let own = files.filter { RequestPaths.folder(of: $0) == folder || paths.contains($0) }
        let definitions = own.compactMap { try? parse($0) }.flatMap { $0.definitions.map(\.name) }
        return (environments?.variableNames ?? []).union(overrides.keys).union(definitions)
    }

    private func freeFolder(named name: String) -> String {
        let names = (1...999).map { $0 == 1 ? name : "\(name)-\($0)" }
        return folder + "/" + (names.first { access(folder + "/" + $0, F_OK) != 0 } ?? name)
    }
}

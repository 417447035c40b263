import ClientEngineWireMock
import InspectorValues
import RequestFormats

/// Reads the files that a request file imports, and those that they import, from the folder that was opened and no other.
///
///     orders.http ── import auth.http ──▶ auth.http ── import ../keys.http ──▶ keys.http
struct ImportReader {
    private let planner: Planner
    /// The path of the folder that was opened.
    private let opened: String
    /// The folder that all must lie in.
    private let bound: ConfinedFolder
    private var documents: [String: RequestResolver] = [:]
    /// The files on the way to the one that is read now, by their real paths.
    private var way: [(real: String, path: String)]

    /// The folders of the files, by their paths.
    private(set) var folders: [String: TrustedFolder] = [:]
    private(set) var problems: [LoadError] = []

    /// The maximum number of files that one file imports, with those that they import.
    private static let maximumFiles = 100

    init(_ planner: Planner, for file: HTTPFile, _ folder: TrustedFolder) {
        self.planner = planner
        opened = planner.openedFolder(of: file.path)
        let own = folder.folder
        bound = own.opened(opened)
        way = [(own.root + "/" + (file.path.split(at: "/").last.map(String.init) ?? ""), file.path)]
    }

    /// Returns the documents that a file in a folder imports; one that cannot be read becomes a problem.
    mutating func documents(importedBy file: HTTPFile, _ folder: TrustedFolder) -> [RequestResolver] {
        file.imports.compactMap { line in
            do throws(FileError) {
                return try document(line, of: file, folder.folder)
            } catch {
                let message = "“\(line.path)” is not imported: \(error.reason)"
                problems.append(
                    LoadError(file.path, Diagnostic(.error, line: line.line, column: line.column, message)))
                return nil
            }
        }
    }

    private mutating func document(
        _ line: HTTPFile.Import, of file: HTTPFile, _ folder: ConfinedFolder
    ) throws(FileError) -> RequestResolver {
        let name = line.path.hasPrefix("/") ? line.path : folder.root + "/" + line.path
        let real = try bound.path(of: name)
        if let known = documents[real] { return known }
        if let start = way.firstIndex(where: { $0.real == real }) {
            let paths = (way[start...].map(\.path) + [way[start].path]).joined(separator: " → ")
            throw FileError(line.path, "the files import each other in a circle: \(paths)")
        }
        // Those that are being read are no documents yet.
        guard documents.count + way.count <= Self.maximumFiles else {
            throw FileError(line.path, "more than \(Self.maximumFiles) files are imported")
        }
        let path = Self.path(of: line.path, besides: file.path)
        let imported = HTTPFile(
            parsing: try bound.contents(of: real, limit: HTTPFile.maximumSize), path: path,
            dialect: planner.workspace.dialect)
        way.append((real, path))
        defer { way.removeLast() }
        let own = try TrustedFolder(RequestPaths.folder(of: real), in: opened, planner.workspace.trust)
        folders[path] = own
        let document = RequestResolver(
            imported, variables: try variables(of: RequestPaths.folder(of: path)), files: own,
            rules: own.rules, imports: documents(importedBy: imported, own))
        documents[real] = document
        return document
    }

    private func variables(of folder: String) throws(FileError) -> VariableScope {
        do throws(Planner.PlanError) {
            return try planner.variables(of: folder).scope
        } catch {
            switch error {
            case .file(let problem): throw FileError(folder, problem.description)
            case .environment(let error): throw FileError(folder, error.diagnostic.message)
            }
        }
    }

    /// The path as it would be called if it had been asked for itself.
    private static func path(of name: String, besides file: String) -> String {
        let folder = RequestPaths.folder(of: file)
        let path = name.hasPrefix("/") || folder == "." && !file.hasPrefix("./") ? name : folder + "/" + name
        let plain = (try? FileRules(allowsOutside: true).normalized(path)) ?? path
        return path.hasPrefix("./") ? "./" + plain : plain
    }
}

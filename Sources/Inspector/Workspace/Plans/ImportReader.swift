import ClientEngineWireMock
import InspectorValues
import RequestFormats

/// Reads the files that a request file imports, directly and indirectly.
///
/// They must be inside the opened folder.
///
///     orders.http ── import auth.http ──▶ auth.http ── import ../keys.http ──▶ keys.http
struct ImportReader {
    private let planner: Planner
    /// The path of the opened folder.
    private let opened: String
    /// The folder that must contain all imported files.
    private let bound: ConfinedFolder
    private var documents: [String: RequestResolver] = [:]
    /// The chain of imports that leads to the current file, with real paths.
    private var way: [(real: String, path: String)]

    /// The folders of the files, by path.
    private(set) var folders: [String: TrustedFolder] = [:]
    private(set) var problems: [LoadError] = []

    /// The maximum number of files that one file imports, directly and indirectly.
    private static let maximumFiles = 100

    init(_ planner: Planner, for file: HTTPFile, _ folder: TrustedFolder) {
        self.planner = planner
        opened = planner.openedFolder(of: file.path)
        let own = folder.folder
        bound = own.opened(opened)
        way = [(own.root + "/" + (file.path.split(at: "/").last.map(String.init) ?? ""), file.path)]
    }

    /// Returns the documents that a file imports.
    ///
    /// A file that cannot be read is recorded as a problem.
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
        // Files that are being read are not in `documents` yet.
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

    /// Returns the path of an imported file in the form in which a user would name it.
    private static func path(of name: String, besides file: String) -> String {
        let folder = RequestPaths.folder(of: file)
        let path = name.hasPrefix("/") || folder == "." && !file.hasPrefix("./") ? name : folder + "/" + name
        let plain = (try? FileRules(allowsOutside: true).normalized(path)) ?? path
        return path.hasPrefix("./") ? "./" + plain : plain
    }
}

import FoundationEssentials
import InspectorValues
import InspectorWorkspace
import RequestFormats

/// The requests that paths name, as they are saved: their variables are not filled in.
struct SavedSources {
    private(set) var collection: RequestCollection
    private(set) var leftOut: [LeftOut] = []

    private let options: Options
    private var reader: CollectionReader

    /// Reads what the options name; the variables of the environment chosen, and of `$shared`, come with it.
    init(_ options: Options) throws(RunPlan.PlanError) {
        self.options = options
        let first = options.paths.first.map { RequestSelector($0).path } ?? ""
        reader = CollectionReader(name: Self.title(of: first))
        collection = reader.collection
        var problems: [String] = []
        for word in options.paths {
            do {
                try read(word)
            } catch {
                problems.append("\(error)")
            }
        }
        reader.override(options.variables.map { .init($0.name, $0.value) })
        collection = reader.collection
        if problems.isEmpty, collection.items.isEmpty, leftOut.isEmpty {
            problems.append("there is no request in \(options.paths.joined(separator: " "))")
        }
        guard problems.isEmpty, !collection.items.isEmpty else {
            throw RunPlan.PlanError(of: problems + leftOut.flatMap(\.problems).map(\.description))
        }
    }

    private static func title(of path: String) -> String {
        let url = URL(fileURLWithPath: path).standardizedFileURL
        return url.deletingPathExtension().lastPathComponent
    }

    /// Reads the files at a path; a name must lead to exactly one request in all of them together.
    private mutating func read(_ word: String) throws {
        let selector = RequestSelector(word)
        let paths = try RequestPaths.files(at: selector.path)
        let root = paths == [selector.path] ? "." : selector.path
        var unknown: String?
        var count = 0
        for path in paths {
            guard let file = parse(path) else { continue }
            var requests = file.requests
            if let name = selector.name {
                do throws(RequestSelector.SelectionError) {
                    requests = [try file.request(named: name)]
                } catch .ambiguous {
                    throw LoadError("\(word): '\(name)' is the name of several requests")
                } catch {
                    unknown = error.description
                    continue
                }
            }
            count += requests.count
            add(requests, of: file, in: Self.folders(of: path, below: selector.path), upTo: root)
        }
        if count == 0, let unknown { throw LoadError("\(word): \(unknown)") }
        if let name = selector.name, count > 1 {
            throw LoadError("\(word): '\(name)' is the name of several requests")
        }
    }

    /// Nil for a file that cannot be read, which is left out.
    private mutating func parse(_ path: String) -> HTTPFile? {
        do throws(FileError) {
            let bytes = try RegularFile(path).contents(limit: HTTPFile.maximumSize)
            return HTTPFile(parsing: bytes, path: path, dialect: options.isStrict ? .strict : .union)
        } catch {
            leftOut.append(LeftOut(file: path, [LoadError(error)]))
            return nil
        }
    }

    /// Adds the requests of a file that can be used, and the variables that they may refer to.
    private mutating func add(
        _ requests: [SavedRequest], of file: HTTPFile, in folders: [String], upTo root: String
    ) {
        leftOut += LeftOut.unusable(requests, of: file)
        let usable = requests.filter(\.isUsable)
        guard !usable.isEmpty else { return }
        reader.add(usable, of: file, in: folders)
        do throws(LoadError) {
            reader.add(try variables(for: RequestPaths.folder(of: file.path), upTo: root), for: file.path)
        } catch {
            leftOut.append(LeftOut(file: file.path, [error]))
        }
    }

    /// A file below a folder is a folder of the collection, in those of its path.
    private static func folders(of path: String, below root: String) -> [String] {
        guard path != root else { return [] }
        let names = path.dropFirst(root.count).split(at: "/").map(String.init)
        return names.dropLast() + names.suffix(1).map { title(of: $0) }
    }

    private func variables(
        for folder: String, upTo root: String
    ) throws(LoadError) -> [RequestCollection.Variable] {
        let environments = try EnvironmentFolders.load(for: folder, upTo: root)
        let chosen = environments.variables(of: options.environment ?? EnvironmentFile.defaultName)
        let names = Set(chosen.map(\.name))
        let shared = environments.variables(of: EnvironmentFile.sharedName)
        return chosen + shared.filter { !names.contains($0.name) }
    }
}

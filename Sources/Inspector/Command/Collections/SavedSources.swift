import Foundation
import RequestFormats

/// The requests that paths name, as they are saved: their variables are not filled in.
struct SavedSources {
    private(set) var collection: RequestCollection

    /// Reads what the options name; the variables of the environment chosen, and of `$shared`, come with it.
    init(_ options: Options) throws(RunPlan.Refusal) {
        let first = options.paths.first.map { Self.selector($0).path } ?? ""
        var reader = CollectionReader(name: Self.title(of: first))
        var problems: [String] = []
        for word in options.paths {
            do throws(FileProblem) {
                try Self.read(word, options, into: &reader)
            } catch {
                problems.append(error.description)
            }
        }
        reader.override(options.variables.map { .init($0.name, $0.value) })
        collection = reader.collection
        if problems.isEmpty, collection.items.isEmpty {
            problems.append("there is no request in \(options.paths.joined(separator: " "))")
        }
        if !problems.isEmpty { throw RunPlan.Refusal(lines: problems) }
    }

    private static func selector(_ word: String) -> RequestSelector {
        RequestSelector(word) { FileManager.default.fileExists(atPath: $0) }
    }

    private static func title(of path: String) -> String {
        let url = URL(fileURLWithPath: path).standardizedFileURL
        return url.deletingPathExtension().lastPathComponent
    }

    private static func read(
        _ word: String, _ options: Options, into reader: inout CollectionReader
    ) throws(FileProblem) {
        let selector = selector(word)
        var unknown: String?
        var count = 0
        for path in try files(at: selector.path) {
            let file = HTTPFile(
                parsing: try contents(of: path), path: path, dialect: options.isStrict ? .strict : .union)
            var requests = file.requests
            if let name = selector.name {
                do throws(RequestSelector.Failure) {
                    requests = [try file.request(named: name)]
                } catch .ambiguous {
                    throw FileProblem("\(word): '\(name)' is the name of several requests")
                } catch {
                    unknown = error.description
                    continue
                }
            }
            if let error = requests.flatMap(\.diagnostics).first(where: { $0.severity == .error }) {
                throw FileProblem(path, error)
            }
            count += requests.count
            reader.add(requests, of: file, in: folders(of: path, below: selector.path))
            reader.add(try variables(beside: path, options))
        }
        if count == 0, let unknown { throw FileProblem("\(word): \(unknown)") }
        if selector.name != nil, count > 1 {
            throw FileProblem("\(word): '\(selector.name ?? "")' is the name of several requests")
        }
    }

    private static func files(at path: String) throws(FileProblem) -> [String] {
        do throws(FileError) {
            return try RequestPaths.files(at: path)
        } catch {
            throw FileProblem(error)
        }
    }

    private static func contents(of path: String) throws(FileProblem) -> [UInt8] {
        do throws(FileError) {
            return try RegularFile(path).contents(limit: HTTPFile.maximumSize)
        } catch {
            throw FileProblem(error)
        }
    }

    /// A file below a folder is a folder of the collection, in those of its path.
    private static func folders(of path: String, below root: String) -> [String] {
        guard path != root else { return [] }
        let names = path.dropFirst(root.count).split(separator: "/").map(String.init)
        return names.dropLast() + names.suffix(1).map { title(of: $0) }
    }

    private static func variables(
        beside path: String, _ options: Options
    ) throws(FileProblem) -> [RequestCollection.Variable] {
        let folder = RequestPaths.folder(of: path)
        let environments = try EnvironmentFolders.load(for: folder, upTo: folder)
        let named = options.environment.map { environments.variables(of: $0) } ?? []
        return named + environments.variables(of: EnvironmentFile.sharedName)
    }
}

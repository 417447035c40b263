import ClientEngine
import ClientEngineRecording

/// Reads saved requests as a collection, for the formats of other programs: variables are not filled in.
public struct CollectionReader {
    /// The collection so far.
    public private(set) var collection: RequestCollection
    private var environment = VariableList()

    /// Begins a collection.
    public init(name: String) {
        collection = RequestCollection(name: name)
    }

    /// Adds requests of a file, in its folder where it has one.
    ///
    /// - Parameters:
    ///   - requests: those to take.
    ///   - file: the file they stand in.
    ///   - folders: the names of the folders they belong into, outermost first.
    public mutating func add(_ requests: [SavedRequest], of file: HTTPFile, in folders: [String] = []) {
        let referredTo = file.namesInReferences(of: file.requests, in: file.bytes[...])
        let items = requests.map { saved -> RequestCollection.Item in
            let reader = SavedRequestReader(
                saved, in: file, keepingName: referredTo.contains(saved.referenceName ?? ""))
            let place = (folders + [reader.request.name]).joined(separator: " / ")
            let missing = Self.missing(beside: requests, for: saved, in: file)
            collection.warnings += (reader.warnings + missing).map { .init(place, $0) }
            return .request(reader.request)
        }
        collection.items = Self.inserting(items, into: collection.items, at: folders[...])
        for definition in file.definitions { define(definition, in: file) }
    }

    /// The requests whose answers one needs, and that are not taken with it.
    private static func missing(
        beside requests: [SavedRequest], for saved: SavedRequest, in file: HTTPFile
    ) -> [String] {
        guard requests.count < file.requests.count,
            let block = file.blocks.first(where: { $0.request == saved.number - 1 })
        else { return [] }
        let others = Set(file.requests.compactMap(\.referenceName))
            .subtracting(requests.compactMap(\.referenceName))
        return others.intersection(file.namesInReferences(of: [saved], in: file.bytes[block.bytes])).sorted()
            .map { "It needs “\($0)”, which is not among the requests written." }
    }

    /// Adds the variables of the environment that hold for a file; those of files win over them.
    public mutating func add(_ variables: [RequestCollection.Variable], for path: String) {
        var known = Set(collection.variables.map(\.name))
        collection.variables += variables.filter { known.insert($0.name).inserted }
        for variable in variables where !environment.add(variable) {
            let text =
                "Its environment gives “\(variable.name)” another value than before; this one is left out."
            collection.warnings.append(.init(path, text))
        }
    }

    /// Sets variables that win over all others.
    public mutating func override(_ variables: [RequestCollection.Variable]) {
        for variable in variables {
            collection.variables.removeAll { $0.name == variable.name }
            collection.variables.append(variable)
        }
    }

    private mutating func define(_ definition: HTTPFile.Definition, in file: HTTPFile) {
        guard !SavedRequestReader.inlined.contains(where: { $0.name == definition.name }) else { return }
        let variable = RequestCollection.Variable(
            definition.name, definition.value.text, isSecret: Redaction.isSecret(variable: definition.name))
        guard let index = collection.variables.firstIndex(where: { $0.name == definition.name }) else {
            collection.variables.append(variable)
            return
        }
        if collection.variables[index].value != variable.value {
            let text =
                "Line \(definition.line) gives “\(definition.name)” another value than before; this one is left out."
            collection.warnings.append(.init(file.path, text))
        }
    }

    private static func inserting(
        _ new: [RequestCollection.Item], into items: [RequestCollection.Item], at folders: ArraySlice<String>
    ) -> [RequestCollection.Item] {
        guard let name = folders.first else { return items + new }
        var items = items
        let index = items.firstIndex {
            if case .folder(let folder) = $0 { folder.name == name } else { false }
        }
        var folder = RequestCollection.Folder(name: name, items: [])
        if let index, case .folder(let found) = items[index] { folder = found }
        folder.items = inserting(new, into: folder.items, at: folders.dropFirst())
        if let index { items[index] = .folder(folder) } else { items.append(.folder(folder)) }
        return items
    }
}

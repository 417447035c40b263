import EngineJSON

/// Reads a folder of Bruno: one collection of all its `.bru` files.
///
///     bruno.json               the name
///     collection.bru           headers, credentials and variables for everything
///     environments/dev.bru     an environment
///     users/folder.bru         the same for a folder, its name and place
///     users/get.bru            a request
///
/// The same files as YAML (OpenCollection) are read too: `opencollection.yml`, `folder.yml`, `get.yml`.
enum BrunoImporter: CollectionImporter {
    static let endings = [".bru", "bruno.json", ".yml"]

    static func collection(from files: [ImportFile]) throws(ImportError) -> RequestCollection {
        var reader = BrunoReader()
        for file in files {
            do throws(ImportError) {
                try reader.add(file)
            } catch {
                // One broken file of many is no reason to import none.
                guard files.count > 1 else { throw error }
                reader.warnings.add(file.path, "It is not read: \(error)")
            }
        }
        let collection = reader.collection()
        if files.count == 1, collection.items.isEmpty, collection.environments.isEmpty {
            throw ImportError(files[0].path, "It holds no request.", expected: "a block such as “get { … }”")
        }
        return collection
    }
}

private struct BrunoReader {
    var warnings = WarningList()
    private var name: String?
    private var root = BrunoFolder()
    private var environments: [RequestCollection.Environment] = []
    private var variables = VariableList()

    mutating func add(_ file: ImportFile) throws(ImportError) {
        let path = file.path.split(at: "/").map(String.init)
        let last = path.last ?? ""
        if last == "bruno.json" {
            let settings = try file.json()
            name = name ?? settings["name"]?.string
            noteConnection(
                proxy: settings["proxy"], certificates: settings["clientCertificates"]?["certs"],
                at: file.path)
            return
        }
        if last.hasSuffix(".yml") {
            try addYAML(file, in: Array(path.dropLast()))
        } else {
            add(try BruFile(parsing: file.text(), path: file.path), last, in: Array(path.dropLast()))
        }
    }

    private mutating func add(_ content: BruFile, _ last: String, in path: [String]) {
        let stem = ImportFile(path: last, bytes: []).stem
        if path.last == "environments" {
            environments.append(environment(content, named: stem))
        } else if ["collection", "folder", "opencollection"].contains(stem) {
            root.insert(path) { $0.file = content }
        } else {
            root.insert(path) { $0.requests.append((stem, content)) }
        }
    }

    /// OpenCollection; other YAML may lie in such a folder.
    private mutating func addYAML(_ file: ImportFile, in path: [String]) throws(ImportError) {
        guard let document = try file.yaml().object, OpenCollection.canRead(document) else {
            warnings.add(file.path, "It is not a file of a collection.")
            return
        }
        if document["opencollection"] != nil, name == nil { name = document["info"]?["name"]?.string }
        add(OpenCollection.file(document), path.isEmpty ? file.path : "\(file.stem).yml", in: path)
        addItems(of: document, in: path)
        let config = document["config"]?.object ?? JSONObject()
        for written in config.objects("environments") {
            let name = written.text("name") ?? "environment \(environments.count + 1)"
            environments.append(environment(OpenCollection.file(written), named: name))
        }
        noteConnection(
            proxy: config["proxy"], certificates: config["clientCertificates"], at: file.path)
    }

    /// Names what a collection says of its connections: requests do not carry it.
    private mutating func noteConnection(proxy: JSONValue?, certificates: JSONValue?, at place: String) {
        let isOwn = proxy?["inherit"]?.bool != true && proxy?["disabled"]?.bool != true
        let config = proxy?["config"] ?? proxy
        if isOwn, config?["enabled"]?.bool != false, config?["hostname"]?.string?.isEmpty == false {
            warnings.add(place, "Its proxy is left out: pass --proxy to the commands that send.")
        }
        if certificates?.array?.isEmpty == false {
            warnings.add(place, "Its client certificates are left out.")
        }
    }

    /// Folders and requests that stand in the file of their collection.
    private mutating func addItems(of document: JSONObject, in path: [String]) {
        for (index, item) in document.objects("items").enumerated() {
            let name = item["info"]?["name"]?.string ?? "request \(index + 1)"
            let isFolder = item["items"] != nil
            add(
                OpenCollection.file(item), isFolder ? "folder.yml" : "\(SafeNames.file(name)).yml",
                in: isFolder ? path + [name] : path)
            if isFolder { addItems(of: item, in: path + [name]) }
        }
    }

    mutating func collection() -> RequestCollection {
        // A folder that holds nothing but the collection is no folder of it.
        while root.requests.isEmpty, root.file == nil, root.folders.count == 1, let only = root.folders.first
        {
            if name == nil { name = only.name }
            root = only.folder
        }
        let items = self.items(of: root, inheriting: BrunoInheritance(), place: [])
        var collection = RequestCollection(
            name: name ?? root.file?.value("name", in: "meta") ?? "requests", items: items,
            variables: variables.variables, environments: environments)
        collection.about = root.file?.text("docs") ?? ""
        collection.warnings = warnings.warnings
        return BrunoTemplates.translated(collection)
    }

    private mutating func environment(_ file: BruFile, named name: String) -> RequestCollection.Environment {
        let written = file.pairs("vars") + file.pairs("vars:pre-request")
        for pair in written where !pair.isEnabled {
            warnings.add(name, "The variable “\(pair.name)” is switched off and left out.")
        }
        let open = written.filter(\.isEnabled).map { RequestCollection.Variable($0.name, $0.value) }
        let secret = file.list("vars:secret").filter { !$0.hasPrefix("~") }
            .map { RequestCollection.Variable($0, "", isSecret: true) }
        return .init(name: name, variables: open + secret)
    }

    // MARK: Items

    private mutating func items(
        of folder: BrunoFolder, inheriting above: BrunoInheritance, place: [String]
    ) -> [RequestCollection.Item] {
        var inherited = above
        if let file = folder.file {
            inherited = above.adding(file)
            noteVariables(of: file, at: place)
            noteScripts(of: file, at: place)
        }
        var items: [(order: Int, item: RequestCollection.Item)] = []
        for (stem, file) in folder.requests {
            guard let request = request(file, stem, inherited, place) else { continue }
            items.append((file.order, .request(request)))
        }
        for (directory, inner) in folder.folders {
            let name = inner.file?.value("name", in: "meta") ?? directory
            let content = self.items(of: inner, inheriting: inherited, place: place + [name])
            let about = inner.file?.text("docs") ?? ""
            guard !content.isEmpty else { continue }
            items.append(
                (inner.file?.order ?? .max, .folder(.init(name: name, about: about, items: content))))
        }
        return items.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
            .map(\.element.item)
    }

    private mutating func request(
        _ file: BruFile, _ stem: String, _ inherited: BrunoInheritance, _ place: [String]
    ) -> EditableRequest? {
        let name = file.value("name", in: "meta") ?? stem
        let place = (place + [name]).joined(separator: " / ")
        if let kind = ["grpc", "ws"].first(where: { kind in file.blocks.contains { $0.name == kind } }) {
            warnings.add(place, "It is not an HTTP request (\(kind)) and is left out.")
            return nil
        }
        guard let read = BrunoRequest(file, named: stem, inheriting: inherited) else {
            warnings.add(place, "It holds no request.")
            return nil
        }
        for warning in read.warnings { warnings.add(place, warning) }
        noteVariables(of: file, at: [place])
        return read.request
    }

    /// Variables of folders and requests hold everywhere here.
    private mutating func noteVariables(of file: BruFile, at place: [String]) {
        for pair in file.pairs("vars:pre-request") + file.pairs("vars") where pair.isEnabled {
            variables.add(.init(pair.name, pair.value), at: place.joined(separator: " / "), &warnings)
        }
    }

    private mutating func noteScripts(of file: BruFile, at place: [String]) {
        let place = place.isEmpty ? "collection" : place.joined(separator: " / ")
        for name in ["script:pre-request", "script:post-response", "tests"] where file.text(name) != nil {
            warnings.add(place, "The script “\(name)” is left out.")
        }
        if !file.pairs("vars:post-response").isEmpty {
            warnings.add(
                place, "The variables of “vars:post-response” are left out: capture them in a request.")
        }
        if case .unsupported(let mode) = BrunoInheritance().adding(file).auth {
            warnings.add(place, "The credentials (\(mode)) are left out.")
        }
    }
}

private struct BrunoFolder {
    var file: BruFile?
    var requests: [(stem: String, file: BruFile)] = []
    var folders: [(name: String, folder: BrunoFolder)] = []

    mutating func insert(_ path: some Collection<String>, _ change: (inout BrunoFolder) -> Void) {
        guard let first = path.first else { return change(&self) }
        let index = folders.firstIndex { $0.name == first } ?? folders.endIndex
        if index == folders.endIndex { folders.append((first, BrunoFolder())) }
        folders[index].folder.insert(path.dropFirst(), change)
    }
}

extension BruFile {
    fileprivate var order: Int { value("seq", in: "meta").flatMap(Int.init) ?? .max }
}

import ClientEngineRecording
import EngineJSON
import InspectorWorkspace
import RequestFormats

/// `inspector import`: writes the requests of another program as `.http` files.
///
///     INPUT ──▶ ImportFiles ──▶ RequestCollection ──▶ CollectionWriter ──▶ NewFiles ──▶ their paths
///                                     └── what is lost ──────▶ messages
struct ImportCommand {
    var format: ImportFormat
    /// A file, a folder, or `-`.
    var input: String
    /// The folder to write to; nil is the current one, or a new one in it where there are several files.
    var folder: String?

    func run(isJSON: Bool = false) -> ExitStatus {
        do throws(FileError) {
            let output = try output()
            if !isJSON { output.warnings.forEach { StandardStream.complain("\($0.place): \($0.text)") } }
            guard !output.files.isEmpty else {
                StandardStream.complain("there is no request in \(input)")
                return .failure
            }
            return try write(output, asJSON: isJSON)
        } catch {
            StandardStream.complain(error.description)
            return .usage
        }
    }

    /// Returns the files that the input becomes.
    func output() throws(FileError) -> CollectionWriter.Output {
        let files = try ImportFiles.read(input, endings: format.endings)
        return CollectionWriter.write(try collection(from: files), besides: definedNames)
    }

    /// Returns the tasks of an archive as they were.
    func archivedTasks() throws(FileError) -> HARTasks {
        let files = try ImportFiles.read(input, endings: format.endings)
        guard let file = files.first else { throw FileError(input, "holds no archive") }
        return try naming { () throws(ImportError) in try HARTasks(file) }
    }

    private var definedNames: Set<String> {
        let environments = try? EnvironmentFolders.load(for: folder ?? ".", upTo: ".")
        return environments?.variableNames ?? []
    }

    private func collection(from files: [ImportFile]) throws(FileError) -> RequestCollection {
        try naming { () throws(ImportError) in try format.collection(from: files) }
    }

    /// Reads; says of a mistake where it is.
    private func naming<Value>(_ read: () throws(ImportError) -> Value) throws(FileError) -> Value {
        do throws(ImportError) {
            return try read()
        } catch {
            let place = [error.line, error.column].compactMap { $0.map { ":\($0)" } }.joined()
            let expected = error.expected.map { " (expected \($0))" } ?? ""
            throw FileError(error.path + place, error.message + expected)
        }
    }

    private func write(_ output: CollectionWriter.Output, asJSON: Bool) throws(FileError) -> ExitStatus {
        var files = try NewFiles(folder ?? (output.files.count == 1 ? "." : output.name))
        // What cannot be written is said before anything is.
        for file in output.files { try files.prepare(file) }
        var secrets: String?
        var written: [JSONValue] = []
        for file in output.files {
            let path = try files.write(file)
            if !asJSON { StandardStream.output.write(path + "\n") }
            written.append(["path": .string(path), "isPrivate": .bool(file.isPrivate)])
            if file.isPrivate { secrets = path }
        }
        if asJSON { StandardStream.output.write(Self.document(written, output).printed() + "\n") }
        files.notices.forEach(StandardStream.complain)
        if let secrets {
            StandardStream.complain(
                "secrets are in \(secrets); keep it out of the repository: add its name to .gitignore")
        }
        return .success
    }

    private static func document(_ files: [JSONValue], _ output: CollectionWriter.Output) -> JSONValue {
        let warnings: [JSONValue] = output.warnings.map {
            ["place": .string($0.place), "text": .string($0.text)]
        }
        return ["version": 1, "files": .array(files), "warnings": .array(warnings)]
    }
}

import ClientEngine
import ClientEngineRecording
import EngineJSON
import InspectorCanvas
import InspectorValues
import InspectorWorkspace
import RequestFormats

/// `inspector describe`: says what can be asked of the program, and what is saved where, for programs that want to know.
///
///     tables of commands and flags ──┐
///     files, environments ──▶ CollectedFiles ──▶ JSON, or lines for people
struct DescribeCommand {
    /// The version of the document; it grows when a field disappears or changes its meaning.
    static let version = 1

    var options: Options

    func run() -> ExitStatus {
        do throws(FileError) {
            let files = try files
            if options.isJSON {
                StandardStream.output.write(document(files).printed() + "\n")
            } else {
                StandardStream.output.show(
                    Self.lines(files, columns: StandardStream.output.columns, options.hidingRedaction))
            }
            return .success
        } catch {
            StandardStream.complain(error.description)
            return .usage
        }
    }

    /// The document: the program, its commands and flags, the saved requests, the environments, the exit statuses.
    func document(_ files: [HTTPFile]) -> JSONValue {
        var redaction = options.hidingRedaction
        let exit: [JSONValue] = ExitStatus.allCases.map {
            ["status": JSONValue(Int($0.rawValue)), "meaning": .string($0.meaning)]
        }
        return [
            "version": JSONValue(Self.version),
            "program": ["name": .string(Version.name), "version": .string(Version.number)],
            "commands": .array(CommandName.allCases.map(Self.description)),
            "files": .array(files.map { description($0, &redaction) }),
            "environments": .array(environments.map(Self.description)),
            "exitStatuses": .array(exit),
        ]
    }

    // MARK: What is saved

    /// The files that the paths name; by default all below the current folder.
    var files: [HTTPFile] {
        get throws(FileError) {
            var files: [HTTPFile] = []
            for path in options.paths.isEmpty ? ["."] : options.paths {
                for file in try RequestPaths.files(at: path) {
                    let bytes = try RegularFile(file).contents(limit: HTTPFile.maximumSize)
                    files.append(
                        HTTPFile(parsing: bytes, path: file, dialect: options.isStrict ? .strict : .union))
                }
            }
            return files
        }
    }

    private var environments: [EnvironmentChoice.Known] { options.workspace.environments().environments }

    private func description(_ file: HTTPFile, _ redaction: inout Redaction) -> JSONValue {
        let described = DescribedFile(file)
        let texts = described.texts()
        let requests = file.requests.map { saved in
            Self.description(saved, of: described, text: texts[saved.number] ?? "", &redaction)
        }
        let problems: [JSONValue] = file.diagnostics.filter { $0.severity != .note }.map {
            [
                "line": JSONValue($0.line), "isError": .bool($0.severity == .error),
                "message": .string(redaction.text($0.message)),
            ]
        }
        return [
            "path": .string(file.path), "requests": .array(requests), "problems": .array(problems),
        ]
    }

    private static func description(
        _ saved: SavedRequest, of file: DescribedFile, text: String, _ redaction: inout Redaction
    ) -> JSONValue {
        let variables = TemplateText.variables(in: text).sorted()
        var fields: JSONObject = [
            "selector": .string(file.selector(of: saved)), "number": JSONValue(saved.number),
            "line": JSONValue(saved.line), "method": .string(saved.method?.text ?? "GET"),
            "url": .string(saved.url(redactedBy: &redaction)),
            "variables": .array(variables.map(JSONValue.string)), "isUsable": .bool(saved.isUsable),
        ]
        fields["name"] = saved.name.map(JSONValue.string)
        fields["title"] = saved.title.map(JSONValue.string)
        return .object(fields)
    }

    private static func description(_ environment: EnvironmentChoice.Known) -> JSONValue {
        [
            "name": .string(environment.name),
            "files": .array(environment.files.map(JSONValue.string)),
            "variables": .array(environment.variables.map { .string($0.name) }),
        ]
    }

    /// A line for each saved request: what `run` takes, the method and the URL.
    ///
    /// On a terminal they stand below each other and are no longer than there are columns; a pipe gets the words alone.
    static func lines(_ files: [HTTPFile], columns: Int?, _ redaction: Redaction = Redaction())
        -> [StyledText]
    {
        var redaction = redaction
        let rows = files.map(DescribedFile.init).flatMap { described in
            described.file.requests.map {
                (selector: DisplayText(untrusted: described.selector(of: $0)), saved: $0)
            }
        }
        let widest = rows.map(\.selector.width).max() ?? 0
        let width = columns.map { min(widest, max(20, $0 / 2)) }
        return rows.map { row in
            let method = row.saved.method?.text ?? "GET"
            let name = StyledText(row.selector)
            var line = width.map { name.truncated(to: $0).padded(to: $0) } ?? name
            let padding = width == nil ? 0 : max(0, 6 - method.count)
            line.append("  \(untrusted: method)", .method(method))
            line.append(.blanks(padding + 1))
            line.append("\(untrusted: row.saved.url(redactedBy: &redaction))", .muted)
            return columns.map { line.truncated(to: $0) } ?? line
        }
    }

    // MARK: What can be asked for

    private static func description(_ command: CommandName) -> JSONValue {
        let flags = FlagTable.rows.filter { $0.commands.contains(command) }
        return [
            "name": .string(command == .screen ? "" : command.rawValue),
            "usage": .string(command.usage.line), "help": .string(command.usage.help),
            "examples": .array(command.examples.map(JSONValue.string)),
            "flags": .array(flags.map(description)),
        ]
    }

    private static func description(_ flag: Flag) -> JSONValue {
        var fields: JSONObject = ["name": .string("--" + flag.name), "help": .string(flag.help)]
        fields["letter"] = flag.letter.map { .string("-\($0)") }
        fields["value"] = flag.placeholder.map(JSONValue.string)
        return .object(fields)
    }
}

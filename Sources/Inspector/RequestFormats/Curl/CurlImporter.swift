import ClientEngine
import FoundationEssentials

/// Reads files of curl command lines.
///
/// A `{{name}}` in them is taken for a variable: curl has no use for two braces, and who writes them means one.
enum CurlImporter: CollectionImporter {
    static let endings = [".sh", ".curl", ".txt", ".bash", ".cmd", ".bat"]

    static func collection(from files: [ImportFile]) throws(ImportError) -> RequestCollection {
        try collection(of: files) { (file) throws(ImportError) in try read(file) }
    }

    private static func read(_ file: ImportFile) throws(ImportError) -> RequestCollection {
        var collection = RequestCollection(name: file.path == "-" ? "curl" : file.stem)
        let script = try CurlScript(file)
        for command in script.commands {
            let request = EditableRequest(command)
            collection.items.append(.request(request))
            collection.warnings += warnings(of: command).map { .init(request.name, $0) }
        }
        collection.warnings += script.warnings
        guard !collection.items.isEmpty else {
            throw ImportError(file.path, "There is no curl command in it.", expected: "curl … URL")
        }
        return collection
    }

    private static func warnings(of command: CurlCommand) -> [String] {
        var warnings = command.notes
        for wish in command.switches {
            switch wish {
            case .insecure:
                warnings.append(
                    "Not carried over: -k; certificates are checked unless the program is told otherwise.")
            case .writes(let path): warnings.append("Not carried over: -o \(path).")
            case .writesOut(let format): warnings.append("Not carried over: -w \(format).")
            case .usesRemoteName: warnings.append("Not carried over: -O.")
            case .failsOnErrorStatus: warnings.append("Not carried over: -f; any status is an answer.")
            case .followsRedirects, .includesHead, .verbose, .silent, .showsErrors: break
            }
        }
        for case .file(let path) in (command.form?.parts ?? []).filter({ $0.filename == nil }).map(\.content)
        {
            warnings.append("The name and the type of the file \(path) are sent, which curl leaves out.")
        }
        return warnings.sorted()
    }
}

extension EditableRequest {
    init(_ command: CurlCommand) {
        var request = command.request
        // As every request does unless it says otherwise.
        if request.followsRedirects == true { request.followsRedirects = nil }
        let path = request.url.split(separator: "://", maxSplits: 1).last?.drop { $0 != "/" } ?? ""
        let name = "\(request.method.rawValue) /" + path.dropFirst().prefix(before: "?", "#")
        self.init(
            name: String(name.prefix(80)), method: request.method.rawValue,
            url: String(request.url.prefix(before: "#")))
        version = request.version
        headers = request.headers.map { .init($0.name, Self.openLogin($0)) }
        if let login = request.authentication?.login, let text = LoginShorthand.text(of: login) {
            // One variable may hold the name and the password.
            let isWhole = text.hasSuffix("}}:") && text.count(where: { $0 == "{" }) == 2
            headers.append(.init("Authorization", isWhole ? String(text.dropLast()) : text))
        }
        directives = RequestDirectives(request).lines
        if let form = command.form {
            headers.removeAll { $0.name.lowercased() == "content-type" }
            body = .multipart(form.parts.map(EditableBody.Part.init))
        } else if case .file(let path) = request.body {
            body = .file(path: path)
        } else if let bytes = request.body.bytes, !request.body.isNone {
            body = .text(String(decoding: bytes, as: UTF8.self))
        }
        for name in command.shellVariables {
            // What `--data-urlencode` has encoded is a reference, which encodes its value.
            mapAllTexts { $0.replacingBytes("%7B%7B\(name)%7D%7D", with: "{{%\(name)}}") }
        }
    }

    /// Returns a login by Basic that holds references as text, in which they can be filled in; any other value as it is.
    private static func openLogin(_ field: Headers.Field) -> String {
        guard field.name == "Authorization", field.value.hasPrefix("Basic "),
            let data = Data(base64Encoded: String(field.value.dropFirst(6))),
            let login = String(validating: data, as: UTF8.self), TemplateText.hasReference(login)
        else { return field.value }
        // One variable may hold the name and the password.
        let isWhole =
            login.hasPrefix("{{") && login.hasSuffix("}}:") && login.count(where: { $0 == "{" }) == 2
        return "Basic \(isWhole ? String(login.dropLast()) : login)"
    }
}

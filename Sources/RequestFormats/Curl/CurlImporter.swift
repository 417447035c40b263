import ClientEngine

/// Reads files of curl command lines.
///
/// A `{{name}}` in them is taken for a variable: curl has no use for two braces, and who writes them means one.
enum CurlImporter: CollectionImporter {
    static let endings = [".sh", ".curl", ".txt", ".bash", ".cmd", ".bat"]

    static func collection(from files: [ImportFile]) throws(ImportFailure) -> RequestCollection {
        try collection(of: files) { (file) throws(ImportFailure) in try read(file) }
    }

    private static func read(_ file: ImportFile) throws(ImportFailure) -> RequestCollection {
        var collection = RequestCollection(name: file.path == "-" ? "curl" : file.stem)
        let script = try CurlScript(file)
        for command in script.commands {
            let request = CollectedRequest(command)
            collection.items.append(.request(request))
            collection.losses += losses(of: command).map { .init(request.name, $0) }
        }
        collection.losses += script.losses
        guard !collection.items.isEmpty else {
            throw ImportFailure(file.path, "There is no curl command in it.", expected: "curl … URL")
        }
        return collection
    }

    private static func losses(of command: CurlCommand) -> [String] {
        var losses = command.notes
        for wish in command.switches {
            switch wish {
            case .insecure:
                losses.append(
                    "Not carried over: -k; certificates are checked unless the program is told otherwise.")
            case .writes(let path): losses.append("Not carried over: -o \(path).")
            case .usesRemoteName: losses.append("Not carried over: -O.")
            case .failsOnErrorStatus: losses.append("Not carried over: -f; any status is an answer.")
            case .followsRedirects, .includesHead, .verbose, .silent, .showsErrors: break
            }
        }
        return losses.sorted()
    }
}

/// The curl commands of a script, one after the other.
struct CurlScript {
    private(set) var commands: [CurlCommand] = []
    private(set) var losses: [RequestCollection.Loss] = []

    init(_ file: ImportFile) throws(ImportFailure) {
        let text = try file.text()
        if CmdWords.isWritten(text) {
            try read(file, line: 1) { () throws(CurlCommand.Failure) in
                try CurlCommand.all(parsing: CurlCommand.checked(CmdWords(text).words))
            }
            return
        }
        if text.lowercased().containsBytes("invoke-webrequest") {
            throw ImportFailure(
                file.path, "It is written for PowerShell.", expected: "“Copy as cURL (bash)” of the browser")
        }
        try readShell(Array(text.utf8)[...], of: file)
    }

    private mutating func readShell(_ bytes: ArraySlice<UInt8>, of file: ImportFile) throws(ImportFailure) {
        var rest = bytes
        var line = 1
        while true {
            let shell: ShellWords
            do throws(CurlCommand.Failure) {
                shell = try ShellWords(bytes: rest)
            } catch {
                throw ImportFailure(file.path, line: line, error.message)
            }
            let start = line + rest.prefix { [0x20, 0x09, 0x0D, 0x0A].contains($0) }.count { $0 == 0x0A }
            if shell.words.contains(where: CurlCommand.isCurl) {
                try read(file, line: start) { () throws(CurlCommand.Failure) in
                    let words = shell.words.drop { !CurlCommand.isCurl($0) }
                    return try CurlCommand.all(parsing: Array(words))
                }
            } else if let first = shell.words.first {
                losses.append(.init("line \(start)", "“\(first)” is no curl command and is left out."))
            }
            guard let end = shell.restStart else { return }
            let next = rest[end...]
            line += rest[..<end].count { $0 == 0x0A }
            let mark = next.prefix { [0x7C, 0x3B, 0x26, 0x3C, 0x3E].contains($0) }
            rest = next.dropFirst(mark.count)
            if mark.contains(where: { $0 == 0x3C || $0 == 0x3E }) {
                let name = String(decoding: mark, as: UTF8.self)
                losses.append(.init("line \(line)", "Not carried over: \(name), and what stands behind it."))
                rest = rest.drop { $0 != 0x0A }
            }
        }
    }

    private mutating func read(
        _ file: ImportFile, line: Int, _ commands: () throws(CurlCommand.Failure) -> [CurlCommand]
    ) throws(ImportFailure) {
        do throws(CurlCommand.Failure) {
            self.commands += try commands()
        } catch {
            throw ImportFailure(file.path, line: line, error.message)
        }
    }
}

extension CollectedRequest {
    /// The request of a command line.
    init(_ command: CurlCommand) {
        var request = command.request
        // As every request does unless it says otherwise.
        if request.followsRedirects == true { request.followsRedirects = nil }
        let path = request.url.split(separator: "://", maxSplits: 1).last?.drop { $0 != "/" } ?? ""
        let name = "\(request.method.rawValue) /" + path.dropFirst().prefix { $0 != "?" && $0 != "#" }
        self.init(
            name: String(name.prefix(80)), method: request.method.rawValue,
            url: String(request.url.prefix { $0 != "#" }))
        headers = request.headers.map { .init($0.name, $0.value) }
        directives = RequestDirectives(request).lines
        if let form = command.form {
            headers.removeAll { $0.name.lowercased() == "content-type" }
            body = .multipart(form.parts.map(Part.init))
        } else if case .file(let path) = request.body {
            body = .file(path: path)
        } else if let bytes = request.body.bytes, !request.body.isNone {
            body = .text(String(decoding: bytes, as: UTF8.self))
        }
    }
}

extension CollectedRequest.Part {
    fileprivate init(_ part: MultipartForm.Part) {
        switch part.content {
        case .text(let text): self.init(part.name, .text(text), contentType: part.type)
        case .file(let path):
            self.init(part.name, .file(path: path, filename: part.filename), contentType: part.type)
        }
    }
}

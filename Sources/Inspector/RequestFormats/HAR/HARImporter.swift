import ClientEngine
import ClientEngineRecording
import EngineJSON
import FoundationEssentials

/// Reads the requests of HTTP archives; what was answered stays behind.
enum HARImporter: CollectionImporter {
    static let endings = [".har", ".json"]

    static func collection(from files: [ImportFile]) throws(ImportError) -> RequestCollection {
        try collection(of: files) { (file) throws(ImportError) in try read(file) }
    }

    private static func read(_ file: ImportFile) throws(ImportError) -> RequestCollection {
        let entries = try file.harEntries()
        var collection = RequestCollection(name: file.stem)
        var tasks: Set<Int> = []
        for (index, entry) in entries.enumerated() {
            // Further attempts and hops of a task follow by themselves when the first one is sent.
            if let task = entry["_task"]?.int, !tasks.insert(task).inserted { continue }
            do throws(HARImportedRequest.ImportError) {
                let imported = try HARImportedRequest(entry)
                collection.items.append(.request(imported.request))
                collection.warnings += imported.warnings.map { .init(imported.request.name, $0) }
            } catch {
                collection.warnings.append(.init("entry \(index + 1)", error.sentence))
            }
        }
        return collection
    }
}

extension ImportFile {
    /// Returns the entries of an HTTP archive.
    func harEntries() throws(ImportError) -> [JSONValue] {
        let archive = try json()
        return try naming { () throws(HARError) in try HARTasks.entries(of: archive) }
    }

    /// Returns what a closure reads of the file; a failure names it.
    fileprivate func naming<Value>(_ read: () throws(HARError) -> Value) throws(ImportError) -> Value {
        do throws(HARError) { return try read() } catch {
            throw ImportError(path, error.message, expected: error.expected)
        }
    }
}

extension HARTasks {
    /// Reads an archive that is a file.
    public init(_ file: ImportFile) throws(ImportError) {
        let archive = try file.json()
        self = try file.naming { () throws(HARError) in try HARTasks(archive) }
    }
}

struct HARImportedRequest {
    /// Says in one sentence why an entry is no request.
    struct ImportError: Error {
        var sentence: String
    }

    private(set) var request: EditableRequest
    private(set) var warnings: [String] = []
    private let entry: JSONValue
    private let object: JSONObject

    /// Headers that the connection needs and that every program makes itself.
    private static let ownHeaders: Set<String> = [
        "content-length", "connection", "keep-alive", "proxy-connection", "transfer-encoding", "host",
        "http2-settings",
    ]

    init(_ entry: JSONValue) throws(ImportError) {
        guard let object = entry["request"]?.object, let url = object["url"]?.string else {
            throw ImportError(sentence: "There is no request with a URL.")
        }
        let scheme = url.prefix(before: ":").lowercased()
        guard scheme == "http" || scheme == "https" else {
            throw ImportError(sentence: "Requests to \(scheme.prefix(20)): are not imported.")
        }
        let method = object["method"]?.string ?? "GET"
        let path = url.dropFirst(scheme.count + 3).drop { $0 != "/" }.dropFirst()
        let name = "\(method) /" + path.prefix(before: "?", "#")
        self.entry = entry
        self.object = object
        request = EditableRequest(
            name: String(name.prefix(80)), method: method,
            url: TextEscapes.literal(String(url.prefix(before: "#"))))
        read()
    }

    private mutating func read() {
        request.about = [entry["comment"], entry["_note"]].compactMap { $0?.string }.filter { !$0.isEmpty }
            .joined(separator: "\n")
        readHeaders()
        readBody()
        if let path = entry["_unixSocket"]?.string {
            request.directives.append("@unix-socket \(TextEscapes.literal(path))")
        }
        let isRedacted = { (text: String) in text.containsBytes("<redacted:") }
        if object.members.contains(where: { isRedacted($0.value.serialized()) }) {
            warnings.append(
                "Secrets were taken out of the archive; what stands there now has to be filled in.")
        }
        if entry["_webSocketMessages"] != nil { warnings.append("Its WebSocket messages are left out.") }
    }

    private mutating func readHeaders() {
        for header in object["headers"]?.array ?? [] {
            guard let name = header["name"]?.string, let value = header["value"]?.string else {
                warnings.append("A header without a name or a value is left out.")
                continue
            }
            if name.hasPrefix(":") || Self.ownHeaders.contains(name.lowercased()) { continue }
            request.headers.append(.init(name, TextEscapes.literal(value)))
        }
        let hasCookie = request.headers.contains { $0.name.lowercased() == "cookie" }
        let cookies = (object["cookies"]?.array ?? []).compactMap { cookie -> String? in
            guard let name = cookie["name"]?.string, let value = cookie["value"]?.string else { return nil }
            return "\(name)=\(value)"
        }
        guard !hasCookie, !cookies.isEmpty else { return }
        request.headers.append(.init("Cookie", TextEscapes.literal(cookies.joined(separator: "; "))))
    }

    private mutating func readBody() {
        guard let data = object["postData"], data.object != nil else { return }
        let type = data["mimeType"]?.string ?? ""
        let text = data["text"]?.string ?? ""
        if !text.isEmpty {
            readText(text, encoding: (data["encoding"] ?? data["_encoding"])?.string)
        } else if let params = data["params"]?.array, !params.isEmpty {
            readParams(params, isMultipart: type.lowercased().hasPrefix("multipart/"))
        } else if let comment = data["comment"]?.string {
            warnings.append("The body is not in the archive: \(comment).")
        }
        // Where headers were written down, what is not among them was not sent.
        if object["headers"]?.array?.isEmpty ?? true, !type.isEmpty, case .text = request.body {
            request.headers.append(.init("Content-Type", TextEscapes.literal(type)))
        }
    }

    private mutating func readText(_ text: String, encoding: String?) {
        let bytes = HARText.bytes(text, encoding: encoding)
        if let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) {
            request.body = .text(TextEscapes.literal(text))
        } else {
            warnings.append("The body is not text (\(bytes.count) bytes) and is left out.")
        }
    }

    private mutating func readParams(_ params: [JSONValue], isMultipart: Bool) {
        var fields: [EditableBody.Part] = []
        for param in params {
            guard let name = param["name"]?.string else {
                warnings.append("A parameter of the body without a name is left out.")
                continue
            }
            let type = param["contentType"]?.string
            if let file = param["fileName"]?.string, !file.isEmpty {
                fields.append(
                    .init(
                        TextEscapes.literal(name), .file(path: TextEscapes.literal(file)),
                        contentType: type))
                warnings.append("The file \(file) is not in the archive.")
            } else {
                let value = TextEscapes.literal(param["value"]?.string ?? "")
                fields.append(.init(TextEscapes.literal(name), .text(value), contentType: type))
            }
        }
        if isMultipart {
            request.body = .multipart(fields)
            return
        }
        request.body = .form(
            fields.compactMap { field in
                if case .text(let text) = field.content { .init(formEncoding: field.name, text) } else { nil }
            })
    }
}

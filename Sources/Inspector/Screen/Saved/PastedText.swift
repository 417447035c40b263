import ClientEngine
import ClientEngineRecording
import InspectorValues
import RequestFormats

/// A pasted text, told by what it turns out to be.
package enum PastedText {
    /// Requests as text for the end of a file.
    case requests(PastedRequests)
    /// A file of another program.
    case collection(RequestCollection, ImportFormat)

    /// Says in one sentence why a text cannot be imported.
    package struct ImportError: Error, Equatable {
        package var message: String
        package var hint: String?
    }

    /// Reads a text; variables that take the place of its secrets are not called like those that are taken.
    package init(_ text: String, besides taken: Set<String> = []) throws(ImportError) {
        if CurlDraft.isCommand(text), let lines = Self.collection(in: text, as: .curl), lines.requestCount > 1
        {
            self = .collection(lines, .curl)
        } else if let requests = try PastedRequests(curl: text, besides: taken)
            ?? PastedRequests(url: text, besides: taken)
        {
            self = .requests(requests)
        } else if let requests = PastedRequests(http: text, besides: taken) {
            self = .requests(requests)
        } else if let (collection, format) = Self.collection(in: text) {
            self = .collection(collection, format)
        } else {
            throw ImportError(
                message: "Nothing was imported: the pasted text holds no request that can be read.",
                hint:
                    "A curl line, a URL, requests as in a .http file, or a whole file of another program is read."
            )
        }
    }

    /// Whatever format finds requests in the text is the one that is meant.
    private static func collection(in text: String) -> (RequestCollection, ImportFormat)? {
        for format in ImportFormat.allCases where format != .curl {
            if let collection = collection(in: text, as: format) { return (collection, format) }
        }
        return nil
    }

    private static func collection(in text: String, as format: ImportFormat) -> RequestCollection? {
        let file = ImportFile(path: "pasted", bytes: Array(text.utf8))
        guard let collection = try? format.collection(from: [file]), collection.requestCount > 0 else {
            return nil
        }
        return collection
    }
}

extension PastedText {
    /// Returns the files that the text would become; where they go the workspace knows.
    package func offer(besides taken: Set<String>) -> ImportOffer {
        switch self {
        case .requests(let requests):
            let file = CollectionWriter.File(path: "scratch.http", text: requests.text, isPrivate: false)
            return ImportOffer(
                source: requests.source, count: requests.count, files: [file], isAppended: true,
                warnings: requests.warnings, undefined: requests.secrets)
        case .collection(let collection, let format):
            let output = CollectionWriter.write(collection, besides: taken)
            return ImportOffer(
                source: "\(format.noun) “\(collection.name)”", count: collection.requestCount,
                folder: output.name, files: output.files,
                warnings: output.warnings.map { "\($0.place): \($0.text)" })
        }
    }
}

/// Requests that were pasted as text, without their secrets.
package struct PastedRequests: Equatable {
    /// The kind of the text, as a sentence goes on after "from".
    private(set) var source: String
    private(set) var text: String
    private(set) var count = 1
    private(set) var warnings: [String] = []
    /// The variables that stand where secrets were.
    private(set) var secrets: [String] = []

    /// Reads a curl command line; nil when it is none.
    init?(curl text: String, besides taken: Set<String> = []) throws(PastedText.ImportError) {
        do throws(CurlCommand.SyntaxError) {
            guard let command = try CurlDraft(line: text) else { return nil }
            source = "a curl line"
            self.text = command.draft.block
            warnings = command.notes
        } catch {
            throw .init(message: "The curl line was not imported: \(error.message)")
        }
        removeSecrets(besides: taken)
    }

    /// Reads a URL; nil when the text is none, or more than one.
    init?(url text: String, besides taken: Set<String> = []) {
        let url = text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
        let rest = text[url.endIndex...]
        guard rest.allSatisfy(\.isWhitespace),
            ["http://", "https://"].contains(where: url.lowercased().hasPrefix),
            (try? RequestURL(parsing: String(url))) != nil
        else { return nil }
        source = "a URL"
        self.text = "GET \(url)\n"
        removeSecrets(besides: taken)
    }

    /// Reads requests as they stand in a `.http` file; nil when there is none, or something else among them.
    init?(http text: String, besides taken: Set<String> = []) {
        let file = HTTPFile(parsing: text, path: "pasted")
        guard !file.requests.isEmpty, !file.hasErrors, file.requests.allSatisfy(\.isPlain) else { return nil }
        source = "the pasted text"
        self.text = text
        count = file.requests.count
        removeSecrets(besides: taken)
    }

    private static func freeName(for name: String, besides taken: Set<String>) -> String {
        var number = 2
        while taken.contains("\(name)-\(number)") { number += 1 }
        return "\(name)-\(number)"
    }

    private mutating func removeSecrets(besides taken: Set<String>) {
        let file = HTTPFile(parsing: text, path: "pasted")
        let known = TemplateText.names(in: text)
        text = file.blocks.map { block in
            let text = String(decoding: file.bytes[block.bytes], as: UTF8.self)
            guard block.request != nil, let request = EditableRequest(reading: text) else {
                return EditableRequest.withoutSecretDefinitions(text)
            }
            return request.secrets.isEmpty
                ? text : request.referringToSecrets(except: [], besides: taken).text
        }.joined()
        let named = file.definitions.map(\.name).filter { Redaction.isSecret(variable: $0) }
        let isDefined = Set(HTTPFile(parsing: text, path: "pasted").definitions.map(\.name))
        var gone = named.filter { !isDefined.contains($0) }
        for (index, name) in gone.enumerated() where taken.contains(name) {
            // What the text has defined itself must not become what somebody else has.
            gone[index] = Self.freeName(for: name, besides: taken.union(TemplateText.names(in: text)))
            text = TemplateText.replacing(in: text) { reference in
                let isEncoded = reference.hasPrefix("%")
                let isMeant = reference.drop { $0 == "%" || $0 == " " } == name
                return "{{\(isMeant ? (isEncoded ? "%" : "") + gone[index] : reference)}}"
            }
        }
        secrets = gone + TemplateText.names(in: text).filter { !known.contains($0) }
    }
}

extension SavedRequest {
    /// Indicates whether it can only be meant as a request: prose is read as requests, too.
    fileprivate var isPlain: Bool {
        let target = target.text
        let isAddress =
            target.contains("{{") || target.hasPrefix("/")
            || target.contains("://") && (try? RequestURL(parsing: target)) != nil
        let isMethod = method.map { $0.text.hasPrefix("{{") || $0.text.allSatisfy { $0.isUppercase } } ?? true
        return isAddress && isMethod && !target.contains(where: \.isWhitespace)
    }
}

extension RequestCollection {
    /// The number of requests, those in folders included.
    var requestCount: Int { Self.count(items) }

    private static func count(_ items: [Item]) -> Int {
        items.reduce(0) { sum, item in
            switch item {
            case .folder(let folder): sum + count(folder.items)
            case .request: sum + 1
            }
        }
    }
}

extension ImportFormat {
    /// The noun for its files.
    var noun: String {
        switch self {
        case .curl: "curl lines"
        case .postman: "Postman collection"
        case .har: "HTTP archive"
        case .openAPI: "OpenAPI description"
        case .insomnia: "Insomnia export"
        case .bruno: "Bruno request"
        case .wireMock: "WireMock stubs"
        }
    }
}

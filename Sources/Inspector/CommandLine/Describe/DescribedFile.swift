import ClientEngine
import ClientEngineRecording
import InspectorWorkspace
import RequestFormats

/// A request file as lists show it: the selector of each request, and its URL without secrets.
struct DescribedFile {
    let file: HTTPFile
    /// The number of requests with a `@name`, and of those with a title, by that text.
    private let names: [String: Int]
    private let titles: [String: Int]

    init(_ file: HTTPFile) {
        self.file = file
        names = Self.counts(file.requests.lazy.compactMap(\.name))
        titles = Self.counts(file.requests.lazy.compactMap(\.title))
    }

    private static func counts(_ texts: some Sequence<String>) -> [String: Int] {
        texts.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    /// Returns the selector that `run` takes for a request: its name or its title where it alone has it, or else its number.
    func selector(of saved: SavedRequest) -> String {
        if let name = saved.name, names[name] == 1 { return "\(file.path)#\(name)" }
        if let title = saved.title, names[title] == nil, titles[title] == 1 { return "\(file.path)#\(title)" }
        return "\(file.path)#\(saved.number)"
    }

    /// Returns the texts of the requests by their numbers.
    func texts() -> [Int: String] {
        file.blocks.reduce(into: [:]) { texts, block in
            guard let index = block.request else { return }
            texts[file.requests[index].number] = String(decoding: file.bytes[block.bytes], as: UTF8.self)
        }
    }
}

extension SavedRequest {
    /// Returns the URL as it is written, without secrets; references stay.
    func url(redactedBy redaction: inout Redaction) -> String {
        SecretPlace.address(redaction.otherNames).replacing(in: target.text) { secret in
            TemplateText.isAllReferences(secret.text) ? secret.text : redaction.placeholder(for: secret.text)
        }
    }
}

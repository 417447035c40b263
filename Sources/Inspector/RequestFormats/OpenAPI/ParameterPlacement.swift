import ClientEngine
import EngineJSON

/// Puts the parameters of an operation where they belong.
///
/// A parameter that must be sent is written in full; one that may be sent is written down and switched off.
struct ParameterPlacement {
    private let parameters: [OpenAPIParameter]
    private(set) var optional: [EditableRequest.Field] = []
    private(set) var comments: [String] = []

    init(_ parameters: [OpenAPIParameter]) {
        self.parameters = parameters
        for parameter in parameters where parameter.location == .query && !parameter.isRequired {
            let text = parameter.query
            let pairs = text.isEmpty ? parameter.name.percentEncoded + "=" : text
            optional += pairs.split(at: "&").map { .init(pair: $0, isEnabled: false) }
            if !parameter.about.isEmpty { comments.append("\(parameter.name): \(parameter.about)") }
        }
    }

    /// Fills the `{names}` of a path in: with the variable that is made of a name and a value, or with the value.
    func path(_ template: String, reference: (String, String) -> String?) -> String {
        var output = template.hasPrefix("/") || template.isEmpty ? "" : "/"
        var rest = template[...]
        while let open = rest.unicodeScalars.firstIndex(of: "{") {
            guard let close = rest[open...].unicodeScalars.firstIndex(of: "}") else { break }
            output += Self.encoded(rest[..<open])
            output += segment(String(rest[rest.unicodeScalars.index(after: open)..<close]), reference)
            rest = rest[rest.unicodeScalars.index(after: close)...]
        }
        return output + Self.encoded(rest)
    }

    private func segment(_ name: String, _ reference: (String, String) -> String?) -> String {
        let found = parameters.first { $0.location == .path && $0.name == name }
        guard let found else { return reference(name, name.percentEncoded) ?? name.percentEncoded }
        let isScalar = found.value.array == nil && found.value.object == nil
        let text = found.style.simple(name, found.value) { $0.percentEncoded }
        // A segment that is empty would be another path.
        let value = text.isEmpty ? name.percentEncoded : text
        guard isScalar, found.style.isPlain else { return value }
        return reference(name, value) ?? value
    }

    private static func encoded(_ text: Substring) -> String {
        text.percentEncoded { $0 <= 0x20 || $0 >= 0x7F || "\"<>\\^`{|}#?".utf8.contains($0) }
    }

    /// `?` and what must be sent there; empty when there is nothing.
    func query(adding others: [String]) -> String {
        let required = parameters.filter { $0.location == .query && $0.isRequired }
        let pairs = required.map(\.query).filter { !$0.isEmpty } + others
        return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }

    /// Returns the header fields, cookies last.
    func headers(cookies others: [String]) -> [EditableRequest.Field] {
        // The document says by other means what these hold.
        let reserved = ["accept", "content-type", "authorization"]
        var fields = parameters.filter { $0.location == .header && !reserved.contains($0.name.lowercased()) }
            .map { EditableRequest.Field($0.name, $0.header, isEnabled: $0.isRequired) }
        let cookies = { (isRequired: Bool) in
            parameters.filter { $0.location == .cookie && $0.isRequired == isRequired }.flatMap(\.cookies)
        }
        let sent = cookies(true) + others
        if !sent.isEmpty { fields.append(.init("Cookie", sent.joined(separator: "; "))) }
        let optional = cookies(false)
        if !optional.isEmpty {
            fields.append(.init("Cookie", optional.joined(separator: "; "), isEnabled: false))
        }
        return fields
    }
}

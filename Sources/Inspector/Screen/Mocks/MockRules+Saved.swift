import ClientEngine
import ClientEngineRecording
import InspectorValues
import RequestFormats

extension MockRules {
    /// Stands for what has no value before the request is sent.
    private static let gap = "inspector-gap"

    /// The rules for a request that was not sent yet: whatever has no value yet, one that passes, or a secret one, may be
    /// anything.
    ///
    /// Nil where its URL cannot be known.
    init?(forSaved request: EditableRequest, _ values: [String: DraftValue]) {
        let text = TemplateText.map(request.url) { inside in
            let name = TemplateText.names(in: "{{\(inside)}}").first ?? String(inside)
            guard case .text(let value)? = values[name], !Redaction.isSecret(variable: name) else {
                return Self.gap
            }
            return value
        }
        let target = text.prefix(before: "?")
        let rows = request.query.filter(\.isEnabled).map { "\($0.name)=\($0.value)" }
        let query = (text.dropFirst(target.count + 1).split(at: "&").map(String.init) + rows)
            .filter { !$0.contains(Self.gap) && !$0.contains("{{") }
        let url = Self.withServer(target) + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
        guard let parsed = try? RequestURL(parsing: url) else { return nil }
        let match = Mock.Match(routeOf: HTTPMethod(rawValue: request.method), parsed, body: .none)
        self.init(match.leavingOpen([Self.gap]))
    }

    /// The address with a server, which no rule looks at.
    private static func withServer(_ target: Substring) -> String {
        if target.hasPrefix(gap) { return "http://\(gap)" + target.dropFirst(gap.count) }
        if target.hasPrefix("/") { return "http://\(gap)\(target)" }
        return target.contains("://") ? String(target) : "http://\(target)"
    }
}

import InspectorValues
import RequestFormats

enum GuardedName {
    /// Returns the reason why a file must not be written to a path, or `nil` if the name is harmless.
    ///
    /// The path is relative to its folder and contains no `..`.
    static func reason(_ path: String) -> String? {
        let parts = path.split(at: "/")
        for part in parts {
            if part.hasPrefix(".") { return "“\(part)” begins with a dot" }
            if part.hasPrefix("-") { return "“\(part)” begins with a dash" }
            if part.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
                return "its name holds a control character"
            }
        }
        guard let last = parts.last?.lowercased() else { return nil }
        if RequestPaths.isRequestFile(last) { return "it is a request file" }
        let isOfEnvironment =
            last.hasPrefix("http-client.") && (last.hasSuffix(".json") || last.hasSuffix(".json.user"))
        return isOfEnvironment ? "it is an environment file" : nil
    }
}

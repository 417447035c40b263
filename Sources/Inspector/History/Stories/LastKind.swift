import ClientEngine
import InspectorValues

/// The kind of calls that a task was of: mostly, the next one is of the same.
struct LastKind {
    private var method = ""
    private var url: RequestURL?
    private var name: String?
    private var text: String?

    /// Returns the kind as a text; nil where there is no URL.
    mutating func text(method: String, url: RequestURL?, name: String?) -> String? {
        guard let url else { return nil }
        if self.url?.hasSamePath(as: url) == true, self.method == method, self.name == name { return text }
        (self.method, self.url, self.name) = (method, url, name)
        text = CallKind(method: method, url: url, name: name)?.description
        return text
    }
}

extension RequestURL {
    /// Indicates whether both lead to the same path of the same server, whatever their queries.
    fileprivate func hasSamePath(as other: RequestURL) -> Bool {
        path == other.path && host == other.host && port == other.port && scheme == other.scheme
    }
}

import ClientEngine
import InspectorValues

/// Caches the kind of the previous task's call, because the next one is often the same.
struct LastKind {
    private var method = ""
    private var url: RequestURL?
    private var name: String?
    private var text: String?

    /// Returns the kind as a text, or `nil` without a URL.
    mutating func text(method: String, url: RequestURL?, name: String?) -> String? {
        guard let url else { return nil }
        if self.url?.hasSamePath(as: url) == true, self.method == method, self.name == name { return text }
        (self.method, self.url, self.name) = (method, url, name)
        text = CallKind(method: method, url: url, name: name)?.description
        return text
    }
}

extension RequestURL {
    /// Indicates whether both URLs have the same server and path.
    ///
    /// Ignores queries.
    fileprivate func hasSamePath(as other: RequestURL) -> Bool {
        path == other.path && host == other.host && port == other.port && scheme == other.scheme
    }
}

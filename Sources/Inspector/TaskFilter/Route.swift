import ClientEngine

/// The common target of many tasks: method, host, and the path with `{id}` for each segment that names one thing among many.
package struct Route: Hashable, Sendable {
    package let method: String
    /// The host and, where it is written, the port; empty for a URL that cannot be sent.
    package let host: String
    package let path: String

    package init(_ asked: ResolvedRequest) {
        method = asked.request.method.rawValue
        host = asked.url.map { String($0.authority) } ?? ""
        path = Self.template(ofPath: asked.url?.path ?? asked.request.url)
    }

    package init(_ method: HTTPMethod, _ url: RequestURL) {
        self.method = method.rawValue
        host = String(url.authority)
        path = Self.template(ofPath: url.path)
    }

    /// The words of a filter that finds its tasks.
    package var filter: String {
        let text = host + path
        let isWord = !text.unicodeScalars.contains { " |()\"".unicodeScalars.contains($0) }
        return "method:\(method) route:" + (isWord ? text : "\"\(text.replacing("\"", with: ""))\"")
    }

    /// Returns whether a word is its path, or its host and path.
    func isCalled(_ word: String) -> Bool { path.isText(word) || (host + path).isText(word) }
}

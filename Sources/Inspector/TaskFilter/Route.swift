import ClientEngine

/// The common target of many tasks: the method, the host, and the path with `{id}` for each segment that identifies
/// an item.
package struct Route: Hashable, Sendable {
    package let method: String
    /// The host, with the port if the URL contains one.
    ///
    /// Empty if the URL is invalid.
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

    /// A filter that matches the tasks of the route.
    package var filter: String {
        let text = host + path
        let isWord = !text.unicodeScalars.contains { " |()\"".unicodeScalars.contains($0) }
        return "method:\(method) route:" + (isWord ? text : "\"\(text.replacing("\"", with: ""))\"")
    }

    /// Returns whether a word is the path, or the host and path.
    func isCalled(_ word: String) -> Bool { path.isText(word) || (host + path).isText(word) }
}

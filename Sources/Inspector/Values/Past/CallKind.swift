import ClientEngine

/// Tells calls that can be compared by their durations: those of one method and host, with paths that differ in numbers and identifiers
/// alone, and of one saved request where they have a name.
///
///     GET shop.example/orders/{}/items #All items
package struct CallKind: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// Creates the kind of a request's calls; nil where it has no URL, and is never sent.
    package init?(method: String, url: RequestURL?, name: String?) {
        guard let url else { return nil }
        description =
            "\(method) \(url.hostText.lowercased())\(Self.template(of: url.path))\(name.map { " #\($0)" } ?? "")"
    }

    package init?(_ origin: TaskOrigin) {
        self.init(method: origin.request.method.rawValue, url: origin.url, name: origin.request.name)
    }

    /// A path with `{}` in the place of what differs from call to call: numbers, and long words with digits, as identifiers are.
    package static func template(of path: String) -> String {
        path.split(at: "/", omittingEmptySubsequences: false)
            .map { isIdentifier($0) ? "{}" : String($0) }
            .joined(separator: "/")
    }

    private static func isIdentifier(_ segment: Substring) -> Bool {
        let bytes = segment.utf8
        let digits = bytes.count { (0x30...0x39).contains($0) }
        guard digits > 0 else { return false }
        return digits == bytes.count || bytes.count >= shortestIdentifier
    }

    private static let shortestIdentifier = 16
}

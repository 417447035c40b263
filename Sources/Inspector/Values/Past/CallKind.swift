import ClientEngine
import InspectorTaskFilter

/// Tells calls that can be compared by their durations: those of one method and host, with paths that differ in numbers and identifiers
/// alone, and of one saved request where they have a name.
///
///     GET shop.example/orders/{id}/items #All items
package struct CallKind: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// Creates the kind of a request's calls; nil where it has no URL, and is never sent.
    package init?(method: String, url: RequestURL?, name: String?) {
        guard let url else { return nil }
        description =
            "\(method) \(url.hostText.lowercased())\(Route.template(ofPath: url.path))\(name.map { " #\($0)" } ?? "")"
    }

    package init?(_ origin: TaskOrigin) {
        self.init(method: origin.request.method.rawValue, url: origin.url, name: origin.request.name)
    }
}

import ClientEngine
import InspectorTaskFilter

/// Identifies calls whose durations can be compared.
///
/// They have the same method, host and saved request name, and paths that differ only in numbers and identifiers.
///
///     GET shop.example/orders/{id}/items #All items
package struct CallKind: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// Creates the kind of a request's calls, or `nil` if the request has no valid URL.
    package init?(method: String, url: RequestURL?, name: String?) {
        guard let url else { return nil }
        description =
            "\(method) \(url.hostText.lowercased())\(Route.template(ofPath: url.path))\(name.map { " #\($0)" } ?? "")"
    }

    package init?(_ origin: TaskOrigin) {
        self.init(method: origin.request.method.rawValue, url: origin.url, name: origin.request.name)
    }
}

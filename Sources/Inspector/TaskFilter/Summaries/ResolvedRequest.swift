import ClientEngine

/// A request with its resolved URL.
///
/// Tasks with equal requests share one instance.
package final class ResolvedRequest: Sendable, Equatable {
    /// The request as it was given.
    package let request: Request
    /// The resolved URL, or `nil` if the URL is invalid.
    package let url: RequestURL?

    package init(_ origin: TaskOrigin) {
        request = origin.request
        url = origin.url
    }

    /// The resolved URL, or the URL as written if it is invalid.
    package var urlText: String { url?.text ?? request.url }

    package static func == (left: ResolvedRequest, right: ResolvedRequest) -> Bool {
        left === right || left.request == right.request && left.url == right.url
    }
}

extension ResolvedRequest: Hashable {
    /// Hashes the cheap properties and the beginning of a body.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(request.method)
        hasher.combine(request.url)
        hasher.combine(request.headers)
        guard case .bytes(let bytes) = request.body.content else { return }
        hasher.combine(bytes.count)
        hasher.combine(bytes.prefix(64))
    }
}

import ClientEngine

/// A request and the URL that it resolved to, once for all tasks that ask for the same.
package final class ResolvedRequest: Sendable, Equatable {
    /// The request as it was given.
    package let request: Request
    /// The URL it resolved to; nil when it cannot be sent.
    package let url: RequestURL?

    package init(_ origin: TaskOrigin) {
        request = origin.request
        url = origin.url
    }

    /// The URL as it is sent, or as it was written where it cannot be.
    package var urlText: String { url?.text ?? request.url }

    /// Returns whether both ask for the same.
    package static func == (left: ResolvedRequest, right: ResolvedRequest) -> Bool {
        left === right || left.request == right.request && left.url == right.url
    }
}

extension ResolvedRequest: Hashable {
    /// Goes by what is quickly told, and by the beginning of a body.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(request.method)
        hasher.combine(request.url)
        hasher.combine(request.headers)
        guard case .bytes(let bytes) = request.body.content else { return }
        hasher.combine(bytes.count)
        hasher.combine(bytes.prefix(64))
    }
}

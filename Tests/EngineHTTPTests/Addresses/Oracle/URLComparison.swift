@testable import EngineHTTP

/// A text as parsed by RequestURL and by libcurl.
struct URLComparison {
    let text: String
    let base: RequestURL?
    /// The parts according to RequestURL, or `nil` if it refuses the text.
    let ours: URLParts?
    /// The parts according to libcurl, or `nil` if it refuses the text.
    let theirs: URLParts?

    init(_ text: String, relativeTo base: RequestURL? = nil) {
        self.text = text
        self.base = base
        // libcurl removes dot segments of references since 8.12.0. RequestURL leaves that to
        // `resolving(reference:)`.
        let url = try? RequestURL(parsing: text, relativeTo: base)
        ours = url.map { base == nil ? URLParts($0) : URLParts($0).withoutDotSegments }
        let parts = CurlURL.parts(text, relativeTo: base)
        theirs = base == nil ? parts : parts?.withoutDotSegments
    }

    /// The reason for a difference, or `nil` if there is no difference or no known reason.
    var reason: String? { URLDifference.known.first { $0.isCurrent && $0.explains(self) }?.reason }

    var reference: URLReference { URLReference(text) }
    /// The user information as written.
    var information: Substring? { reference.authority?.cut(at: "@")?.head }
    /// The host as written.
    var host: Substring {
        let server = reference.authority.map { $0.cut(at: "@")?.tail ?? $0 } ?? ""
        return server.utf8.first == UInt8(ascii: "[")
            ? server.prefix(before: "]") : server.prefix(before: ":")
    }

    /// Returns whether both accept the text, and the parts are equal after a change to both.
    func isSame(after change: (inout URLParts) -> Void) -> Bool {
        guard var ours, var theirs else { return false }
        change(&ours)
        change(&theirs)
        return ours == theirs
    }
}

@testable import EngineHTTP

/// A text as our parser and libcurl read it.
struct URLComparison {
    let text: String
    let base: RequestURL?
    /// `nil` if our parser refuses the text.
    let ours: URLParts?
    /// `nil` if libcurl refuses the text.
    let theirs: URLParts?

    init(_ text: String, relativeTo base: RequestURL? = nil) {
        self.text = text
        self.base = base
        // libcurl removes the dot segments of references since 8.12.0. Our parser leaves that to `resolving(reference:)`.
        let url = try? RequestURL(parsing: text, relativeTo: base)
        ours = url.map { base == nil ? URLParts($0) : URLParts($0).withoutDotSegments }
        let parts = CurlURL.parts(text, relativeTo: base)
        theirs = base == nil ? parts : parts?.withoutDotSegments
    }

    /// The reason for a difference.
    ///
    /// `nil` if there is none, or if it is not known.
    var reason: String? { URLDifference.known.first { $0.isCurrent && $0.explains(self) }?.reason }

    var reference: URLReference { URLReference(text) }
    /// The user information as it is written.
    var information: Substring? { reference.authority?.cut(at: "@")?.head }
    /// The host as it is written.
    var host: Substring {
        let server = reference.authority.map { $0.cut(at: "@")?.tail ?? $0 } ?? ""
        return server.utf8.first == UInt8(ascii: "[")
            ? server.prefix(before: "]") : server.prefix(before: ":")
    }

    /// Indicates whether both accept the text, and some parts of theirs are ours after a change.
    func isSame(after change: (inout URLParts) -> Void) -> Bool {
        guard var ours, var theirs else { return false }
        change(&ours)
        change(&theirs)
        return ours == theirs
    }
}

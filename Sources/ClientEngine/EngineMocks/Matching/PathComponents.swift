/// A URL's path cut at its slashes, then percent-decoded: `foo%2Fbar` is one component and not two.
package struct PathComponents: Sendable, Hashable {
    /// The components; those between doubled slashes, and behind a last one, are empty.
    package var bytes: [[UInt8]]

    /// Reads a path; the slash at its front opens the first component.
    init(_ path: some StringProtocol) {
        let path = path.hasPrefix("/") ? path.dropFirst() : path[...]
        bytes = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { $0.percentDecoded }
    }

    var withoutEmpty: [[UInt8]] { bytes.filter { !$0.isEmpty } }
}

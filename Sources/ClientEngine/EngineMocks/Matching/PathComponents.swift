/// The path of a URL, split at its slashes and then percent-decoded: `foo%2Fbar` is one component.
package struct PathComponents: Sendable, Hashable {
    /// The components.
    ///
    /// Between doubled slashes and after a final slash they are empty.
    package var bytes: [[UInt8]]

    /// Creates the components of a path.
    ///
    /// A leading slash starts the first component.
    init(_ path: some StringProtocol) {
        let path = path.hasPrefix("/") ? path.dropFirst() : path[...]
        bytes = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { $0.percentDecoded }
    }

    var withoutEmpty: [[UInt8]] { bytes.filter { !$0.isEmpty } }
}

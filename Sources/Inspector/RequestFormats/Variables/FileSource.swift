import ClientEngineWireMock

/// Gives a resolver the files that bodies come from; it has looked where they really are.
public protocol FileSource: Sendable {
    /// Turns a path into one that can be opened while a request is sent.
    ///
    /// - Parameter path: relative to the root folder and without `..`, or absolute where that was allowed.
    /// - Returns: the path to open.
    /// - Throws: a `FileSourceError` when there is no regular file, or it lies outside after following links.
    func location(of path: String) throws(FileSourceError) -> String

    /// Reads a file whole.
    ///
    /// - Parameter path: as in ``location(of:)``.
    /// - Returns: the content.
    /// - Throws: a `FileSourceError` when it cannot be read or is too large.
    func bytes(of path: String) throws(FileSourceError) -> [UInt8]

    /// Judges a path that counts from nowhere, and so may lead out of the root folder.
    ///
    /// - Returns: the path to read; nil where there is nothing that anybody could allow.
    /// - Throws: an error of the kind ``ResolveError/Kind/withheld(_:)`` when nobody has allowed it.
    func permit(absolute path: String) throws(ResolveError) -> String?

    /// Judges a file that a response will be written to, before anything is sent.
    ///
    /// - Parameters:
    ///   - file: what the document asks for.
    ///   - path: its path as far as it can be filled in now; what comes from responses is made up.
    /// - Throws: an error of the kind ``ResolveError/Kind/withheld(_:)`` when nobody has allowed it.
    func permit(_ file: ResponseActions.ResponseFile, at path: String) throws(ResolveError)
}

extension FileSource {
    /// Leaves absolute paths to the rules.
    public func permit(absolute path: String) throws(ResolveError) -> String? { nil }

    /// Permits everything: for those who write no responses.
    public func permit(_ file: ResponseActions.ResponseFile, at path: String) throws(ResolveError) {}
}

import FoundationEssentials

/// A destination of a request: text, or a URL of Foundation.
public protocol RequestTarget {
    /// The absolute URL, or a relative reference.
    var requestURL: String { get }
}

extension String: RequestTarget {
    /// The text itself.
    public var requestURL: String { self }
}

extension URL: RequestTarget {
    /// The URL, resolved against its own base if it has one.
    ///
    /// It may still be relative.
    public var requestURL: String { absoluteString }
}

import FoundationEssentials

/// Can be where a request goes: text, or a URL of Foundation.
public protocol RequestTarget {
    /// An absolute URL, or a relative reference.
    var requestURL: String { get }
}

extension String: RequestTarget {
    /// The text as it is.
    public var requestURL: String { self }
}

extension URL: RequestTarget {
    /// The URL, resolved against its own base if it has one; relative where that is relative too.
    public var requestURL: String { absoluteString }
}

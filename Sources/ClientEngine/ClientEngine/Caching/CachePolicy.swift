/// Says how a request uses what is kept of earlier answers.
///
/// Only GET and HEAD ask: every other method goes to the server, as with ``reload``.
public enum CachePolicy: String, Sendable, Hashable, CaseIterable {
    /// Fresh answers are used, stale ones are asked about first (RFC 9111).
    case standard
    /// The server is asked as if nothing were kept, and its answer is kept.
    case reload
    /// Kept answers are used only after the server has confirmed them.
    case revalidate
    /// Kept answers are used however old they are; the server is asked where there is none.
    case preferCached
    /// Kept answers are used however old they are; where there is none, the answer is 504.
    case onlyCached
    /// Nothing that is kept is used, and nothing is kept.
    case bypass
}

/// Says how far an answer may be kept when its server says nothing about it.
///
/// An answer with `Expires`, or with `no-cache`, `no-store`, `max-age` or `s-maxage` in `Cache-Control`, goes by those
/// alone. This is an upper bound: it never makes an answer kept that would not be.
public enum ResponseStoragePolicy: String, Sendable, Hashable, CaseIterable {
    /// As the rules of HTTP say.
    case allowed
    /// In memory, and never on disk.
    case memoryOnly
    /// Not at all; the default for requests whose JSON is decoded.
    case notAllowed
}

/// Says where a client keeps answers.
public enum CacheConfiguration: Sendable, Hashable {
    /// Nowhere.
    case none
    /// In memory, so many bytes of them.
    case memory(Int)
    /// In a folder that only its owner can read, so many bytes of them; they outlive the program.
    case disk(folder: String, Int)
}

/// The part that a cache had in an exchange.
public enum CacheUse: Sendable, Hashable {
    /// The answer was kept, and this many seconds old; nobody else was asked.
    case hit(age: Int)
    /// The answer was kept, and stands in for one that the server failed to give; this many seconds old.
    case stale(age: Int)
    /// The server confirmed what was kept.
    case revalidated
    /// The answer is kept from now on.
    case stored
    /// The answer is not kept.
    case notStored(CacheRefusal)
    /// Nothing is kept, and the request does not allow asking the server.
    case missing
}

/// The reason why an answer is not kept.
public enum CacheRefusal: String, Sendable, Hashable, CaseIterable {
    /// Only answers to GET are.
    case method
    /// Its status says that it is a part, or nothing is known about it and the server named no lifetime.
    case status
    /// The request asked for a part, or under a condition of its own.
    case conditional
    /// The request or the response says `no-store`.
    case noStore
    /// It differs with everything about a request (`Vary: *`).
    case varies
    /// The server said nothing about keeping it, and the request's policy forbids it then.
    case policy
    /// It is larger than what one answer may take of the cache.
    case size
    /// It did not come whole.
    case incomplete
}

/// The way in which a request uses cached responses.
///
/// The policy applies only to GET and HEAD. All other methods go to the server, as with ``reload``.
public enum CachePolicy: String, Sendable, Hashable, CaseIterable {
    /// Uses fresh responses, and validates stale ones (RFC 9111).
    case standard
    /// Sends the request to the server without using the cache, and stores the response.
    case reload
    /// Uses cached responses only after validation by the server.
    case revalidate
    /// Uses cached responses of any age.
    ///
    /// Sends the request to the server if there is none.
    case preferCached
    /// Uses cached responses of any age.
    ///
    /// Responds with 504 if there is none.
    case onlyCached
    /// Neither uses the cache nor stores the response.
    case bypass
}

/// The storage of a response about which its server says nothing.
///
/// A response with `Expires`, or with `no-cache`, `no-store`, `max-age` or `s-maxage` in `Cache-Control`, follows only
/// these. The policy is an upper limit: it never stores a response that HTTP does not allow to store.
public enum ResponseStoragePolicy: String, Sendable, Hashable, CaseIterable {
    /// Stores the response as HTTP allows.
    case allowed
    /// Stores the response in memory, but not on disk.
    case memoryOnly
    /// Does not store the response.
    ///
    /// This is the default for requests whose JSON is decoded.
    case notAllowed
}

/// The storage of a client's cache.
public enum CacheConfiguration: Sendable, Hashable {
    /// No cache.
    case none
    /// A cache in memory, with a size limit in bytes.
    case memory(Int)
    /// A cache in a folder that only its owner can read, with a size limit in bytes.
    ///
    /// It outlives the program.
    case disk(folder: String, Int)
}

/// The use of the cache in an exchange.
public enum CacheUse: Sendable, Hashable {
    /// The response was cached, and `age` seconds old.
    ///
    /// No server was asked.
    case hit(age: Int)
    /// A cached response, `age` seconds old, replaces a failure of the server.
    case stale(age: Int)
    /// The server validated the cached response.
    case revalidated
    /// The response was stored.
    case stored
    /// The response was not stored.
    case notStored(CacheRefusal)
    /// There is no cached response, and the request does not allow asking the server.
    case missing
}

/// The reason why a response was not stored.
public enum CacheRefusal: String, Sendable, Hashable, CaseIterable {
    /// Only responses to GET are stored.
    case method
    /// The response is partial, or its status is unknown and the server states no lifetime.
    case status
    /// The request asked for a part, or had its own condition.
    case conditional
    /// The request or the response contains `no-store`.
    case noStore
    /// The response depends on all properties of the request (`Vary: *`).
    case varies
    /// The server says nothing about storing the response, and the policy of the request forbids it.
    case policy
    /// The response is larger than a single response may be.
    case size
    /// The response is incomplete.
    case incomplete
}

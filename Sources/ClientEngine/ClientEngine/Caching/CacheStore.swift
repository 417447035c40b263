/// Responses in memory by key, with a size limit: a value that the lock of the cache protects.
///
/// The least recently used keys are removed first.
struct CacheStore: Sendable {
    private struct Place {
        var responses: [CachedResponse]
        var size: Int
        var used: Int
    }

    /// The number of responses for one URL, for requests with different senders or different values of the fields in
    /// `Vary`.
    static let maximumVariants = 16

    let limit: Int
    private(set) var size = 0
    private var places: [String: Place] = [:]
    private var clock = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func responses(for key: String) -> [CachedResponse] {
        guard places[key] != nil else { return [] }
        clock += 1
        places[key]?.used = clock
        return places[key]?.responses ?? []
    }

    mutating func set(_ responses: [CachedResponse], for key: String) {
        size -= places.removeValue(forKey: key)?.size ?? 0
        guard !responses.isEmpty else { return }
        clock += 1
        let added = responses.reduce(key.utf8.count) { $0 + $1.size }
        places[key] = Place(responses: responses, size: added, used: clock)
        size += added
        if size > limit { shrink() }
    }

    mutating func clear() {
        places = [:]
        size = 0
    }

    /// Removes keys until the size is 10 % below the limit, so that a full store does not sort its keys for every
    /// response.
    private mutating func shrink() {
        for (key, place) in places.sorted(by: { $0.value.used < $1.value.used }) {
            guard size > limit * 9 / 10 else { return }
            places[key] = nil
            size -= place.size
        }
    }
}

extension CachedResponse {
    /// The approximate size in bytes.
    var size: Int {
        body.count + headers.reduce(200) { $0 + $1.rawName.count + $1.rawValue.count }
    }
}

extension [CachedResponse] {
    /// Returns the responses with another one added, which replaces one for the same requests.
    func keeping(_ response: CachedResponse) -> [CachedResponse] {
        let others = filter { !$0.isRival(of: response) }
        return others.suffix(CacheStore.maximumVariants - 1) + [response]
    }
}

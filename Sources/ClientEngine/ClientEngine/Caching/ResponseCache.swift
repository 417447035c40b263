internal import EngineSupport
import FoundationEssentials

/// The private cache of one client (RFC 9111).
///
/// Thread-safe. In memory, each call returns at once. On disk, a call may wait.
final class ResponseCache: Sendable {
    private let store: Locked<CacheStore>
    private let folder: Locked<CacheFolder>?
    private let limit: Int
    /// The keys for which a server is being asked while stale responses are used.
    private let refreshing = Locked<Set<String>>([])

    /// Creates the cache for a configuration, or returns `nil` if it has none or its folder cannot be used.
    init?(_ configuration: CacheConfiguration) {
        switch configuration {
        case .none: return nil
        case .memory(let bytes):
            limit = bytes
            folder = nil
        case .disk(let path, let bytes):
            guard let found = CacheFolder(path: path, limit: bytes) else { return nil }
            limit = bytes
            folder = Locked(found)
        }
        store = Locked(CacheStore(limit: limit))
    }

    var size: Int { store.withLock { $0.size } + (folder?.withLock { $0.size } ?? 0) }

    func clear() {
        store.withLock { $0.clear() }
        folder?.withLock { $0.clear() }
    }

    func remove(_ url: RequestURL) {
        endRefresh(of: url.text)
        set([], [], for: url.text)
    }

    /// The largest size of a single response in bytes.
    var capacity: Int { limit / 2 }

    /// Indicates whether calls may wait for a disk.
    var isOnDisk: Bool { folder != nil }

    func decision(for lookup: CacheLookup, at now: Date) -> CacheDecision {
        let decision = lookup.decision(about: responses(for: lookup.key), at: now)
        guard case .use(let kept, refreshing: true) = decision else { return decision }
        let isFirst = refreshing.withLock { $0.insert(lookup.key).inserted }
        return .use(kept, refreshing: isFirst)
    }

    /// Returns the cached response that may replace an error or a 5xx response, or `nil` if there is none.
    func staleIfError(for lookup: CacheLookup, at now: Date) -> CachedResponse? {
        guard lookup.policy == .standard else { return nil }
        return responses(for: lookup.key).last {
            $0.isSelected(by: lookup) && $0.mayStandInForError(to: lookup, at: now)
        }
    }

    /// Stores a response if allowed, and returns what was done.
    func store(_ answer: CacheableAnswer) -> CacheUse {
        endRefresh(of: answer.lookup.key)
        for key in answer.invalidated { set([], [], for: key) }
        if answer.lookup.method == .head { takeHead(answer) }
        if let refusal = answer.refusal { return .notStored(refusal) }
        let response = answer.kept
        guard response.size <= capacity else { return .notStored(.size) }
        change(answer.lookup.key, inMemory: answer.isForMemoryOnly) { $0.keeping(response) }
        return .stored
    }

    /// Updates a response that the server has validated.
    ///
    /// If the 304 refers to another response, all are removed and `nil` is returned.
    func confirm(
        _ kept: CachedResponse, _ lookup: CacheLookup, with head: ResponseHead, requested: Date,
        received: Date
    ) -> CachedResponse? {
        endRefresh(of: lookup.key)
        guard kept.isConfirmed(by: head) else {
            set([], [], for: lookup.key)
            return nil
        }
        let updated = kept.updated(with: head, requested: requested, received: received)
        change(lookup.key, inMemory: nil) { responses in
            responses.map { $0.isRival(of: kept) && $0.received == kept.received ? updated : $0 }
        }
        return updated
    }

    private func endRefresh(of key: String) {
        refreshing.withLock { keys in _ = keys.remove(key) }
    }

    /// Updates cached responses to GET from a response to HEAD, or removes them if it contradicts them.
    private func takeHead(_ answer: CacheableAnswer) {
        guard answer.head.status == 200, answer.lookup.policy != .bypass else { return }
        change(answer.lookup.key, inMemory: nil) { responses in
            responses.compactMap { kept in
                guard kept.status == 200, kept.isSelected(by: answer.lookup) else { return kept }
                if kept.isContradicted(by: answer.head) { return nil }
                return kept.updated(
                    with: answer.head, requested: answer.requested, received: answer.received)
            }
        }
    }

    private func responses(for key: String) -> [CachedResponse] {
        store.withLock { $0.responses(for: key) } + (folder?.withLock { $0.responses(for: key) } ?? [])
    }

    private func set(_ inMemory: [CachedResponse], _ onDisk: [CachedResponse], for key: String) {
        store.withLock { $0.set(inMemory, for: key) }
        folder?.withLock { $0.set(onDisk, for: key) }
    }

    /// Changes the responses of a key, atomically in each storage.
    ///
    /// If `inMemory` is `nil`, both storages are changed.
    private func change(
        _ key: String, inMemory: Bool?, _ change: ([CachedResponse]) -> [CachedResponse]
    ) {
        let usesShelf = inMemory ?? true || folder == nil
        if usesShelf {
            store.withLock { $0.set(change($0.responses(for: key)), for: key) }
        }
        guard let folder, inMemory != true else { return }
        folder.withLock { folder in
            let before = folder.responses(for: key)
            let after = change(before)
            guard before != after else { return }
            folder.set(after, for: key)
            folder.shrink()
        }
    }
}

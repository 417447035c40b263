/// Keeps the requests that were completed last: programs send the same values again and again.
///
/// May be used from any thread.
final class PreparedRequests: Sendable {
    private let capacity: Int
    private let prepared = Locked<[ObjectIdentifier: PreparedRequest]>([:])

    init(capacity: Int = 64) {
        self.capacity = capacity
    }

    /// Completes a request, or finds it completed: the very same value, not one that is equal, which would cost as much to find
    /// out.
    func prepared(_ request: Request, _ client: ClientSettings) -> PreparedRequest {
        let hidden = Credentials.suppressed
        guard hidden.isEmpty, request.mayBeKept else {
            return PreparedRequest(request, client, hiding: hidden)
        }
        // What is found holds its request, so that the identity is no other's.
        if let known = prepared.withLock({ $0[request.id] }) { return known }
        let new = PreparedRequest(request, client)
        let forgotten = prepared.withLock { prepared in
            // Starting over is as good as tracking use: what is asked for again comes back at once.
            let forgotten = prepared.count < capacity ? [:] : prepared
            if prepared.count >= capacity { prepared = [:] }
            prepared[request.id] = new
            return forgotten
        }
        // Let go behind the lock.
        withExtendedLifetime(forgotten) {}
        return new
    }
}

extension Request {
    /// Whether keeping it for a while keeps nothing large, and nobody's objects, alive.
    fileprivate var mayBeKept: Bool {
        body.isNone && !hasOptions && userInfo.isEmpty && authentication == nil && interception == .inherited
    }
}

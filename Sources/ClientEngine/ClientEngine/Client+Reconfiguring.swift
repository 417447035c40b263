extension Client {
    /// Changes the configuration for new tasks.
    ///
    /// Existing tasks keep the old configuration, except the interceptors, which are always the current ones. If the
    /// change concerns connections, their number or the cache, new tasks use new connections, and the old ones are
    /// closed when their tasks have ended. The clock never changes. The addresses of ``mocks`` are relative to the new
    /// base URL.
    ///
    /// Another base URL removes ``ClientConfiguration/authentication``, so that no server receives credentials for
    /// another one. To authenticate at the new one, set other credentials in the same change, or the same ones in a
    /// second change. The closure is called again if another thread has changed the configuration in the meantime.
    ///
    /// - Throws: The error of the closure. The configuration then stays unchanged.
    public func reconfigure<Failure: Error>(
        _ change: (inout ClientConfiguration) throws(Failure) -> Void
    ) throws(Failure) {
        try replaceSetup { before throws(Failure) in
            let old = before.settings.configuration
            var new = old
            try change(&new)
            new.time = old.time
            if new.ownBase != old.ownBase, new.authentication == old.authentication {
                new.authentication = nil
            }
            let cache = new.cache == old.cache ? before.cache : ResponseCache(new.cache)
            let keepsLoops = new.cache == old.cache && new.connections == old.connections
            return ClientSetup(
                settings: ClientSettings(new), loops: keepsLoops ? before.loops : makeLoops(new, cache),
                cache: cache)
        }
        // These use the newest setup, from any thread, because they are not protected by the same lock.
        interceptors.replaceAll(by: configuration.interceptors)
        mocks.rebase { settings.urls.base }
        backpressure.patience = configuration.eventPatience
    }

    /// Cancels all tasks that have not ended, including those never resumed, and releases all connections.
    public func reset() {
        replaceSetup { before in
            ClientSetup(
                settings: before.settings, loops: makeLoops(before.settings.configuration, before.cache),
                cache: before.cache)
        }
        for core in observers.unfinished.all { core.cancel() }
    }

    /// Replaces the current setup.
    ///
    /// Tries again if another thread has replaced it first.
    private func replaceSetup<Failure: Error>(
        _ make: (ClientSetup) throws(Failure) -> ClientSetup
    ) throws(Failure) {
        var isReplaced = false
        while !isReplaced {
            let before = setup.withLock { $0 }
            let after = try make(before)
            isReplaced = setup.withLock { setup in
                guard setup === before else { return false }
                setup = after
                return true
            }
        }
    }

    /// Waits for the end of all tasks that have not ended, including those not yet resumed.
    ///
    /// It does not wait for tasks created in the meantime.
    public func finishTasks() async {
        for core in observers.unfinished.all {
            for await _ in core.states.values {}
        }
    }

    private func makeLoops(_ configuration: ClientConfiguration, _ cache: ResponseCache?) -> LoopGroup {
        let loops = LoopGroup(
            SharedParts(
                configuration, mocks: mocks, cache: cache, hub: observers.hub, backpressure: backpressure,
                connectionNumbers: connectionNumbers))
        serveRefreshes(of: loops)
        return loops
    }
}

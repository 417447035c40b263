extension Client {
    /// Changes how the client behaves from now on.
    ///
    /// Tasks that were made before go on as they were, but for the client's interceptors, which are always those of now.
    /// If the change concerns connections, their number or the cache, new tasks get connections of their own, and the
    /// old ones are closed once their tasks are over. The clock stays the same in any case. The addresses of ``mocks`` are
    /// relative to the new base URL.
    ///
    /// Another base URL takes ``ClientConfiguration/authentication`` away, lest one server is told what is meant for another;
    /// to authenticate there, set other credentials in the same change, or the same ones in a second one. The closure is
    /// called again where another thread has made a change meanwhile.
    /// - Throws: What the closure throws; the client then stays as it is.
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
        // Of the newest setup, whoever made it: these are not behind one lock with it.
        interceptors.replaceAll(by: configuration.interceptors)
        mocks.rebase { settings.urls.base }
        backpressure.patience = configuration.eventPatience
    }

    /// Cancels every task that is not over, those never resumed among them, and lets go of all connections.
    public func reset() {
        replaceSetup { before in
            ClientSetup(
                settings: before.settings, loops: makeLoops(before.settings.configuration, before.cache),
                cache: before.cache)
        }
        for core in observers.unfinished.all { core.cancel() }
    }

    /// Puts another setup in the place of the one there is; again, where somebody else was quicker.
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

    /// Waits until every task that is not over is; one that is not resumed is waited for too.
    ///
    /// Tasks that are made meanwhile are not waited for.
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

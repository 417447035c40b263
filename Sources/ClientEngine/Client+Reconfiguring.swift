extension Client {
    /// Changes how the client behaves from now on.
    ///
    /// Tasks that were made before go on as they were, but for the client's interceptors, which are always those of now.
    /// Where the change concerns connections, their number or the cache, new tasks get connections of their own, and the
    /// old ones are closed once their tasks are over. The clock stays the same in any case, and so does what the paths of
    /// ``mocks`` are relative to.
    ///
    /// Another base URL takes ``Configuration/authentication`` away, lest one server is told what is meant for another;
    /// to authenticate there, set other credentials in the same change, or the same ones in a second one. Of changes that
    /// several threads make at the same time, one may be lost.
    public func reconfigure(_ change: (inout Configuration) -> Void) {
        let before = configuration
        var after = before
        change(&after)
        after.time = before.time
        if after.ownBase != before.ownBase, after.authentication == before.authentication {
            after.authentication = nil
        }
        let keepsCache = after.cache == before.cache
        let cache = keepsCache ? self.cache : ResponseCache(after.cache)
        let keepsLoop = keepsCache && after.connections == before.connections
        let loop = keepsLoop ? self.loop : makeLoop(after, cache)
        setup.withLock { $0 = Setup(configuration: after, loop: loop, cache: cache) }
        interceptors.withLock { $0 = after.interceptors }
    }

    /// Cancels every task that is not over, those never resumed among them, and lets go of all connections.
    public func reset() {
        let loop = makeLoop(configuration, cache)
        setup.withLock { $0.loop = loop }
        for cell in unfinished.all { cell.cancel() }
    }

    /// Waits until every task that is not over is; one that is not resumed is waited for too.
    ///
    /// Tasks that are made meanwhile are not waited for.
    public func finishTasks() async {
        for cell in unfinished.all {
            for await _ in cell.states.values {}
        }
    }

    private func makeLoop(_ configuration: Configuration, _ cache: ResponseCache?) -> LoopThread {
        let loop = LoopThread(configuration, mocks: mocks, cache: cache, congestion: congestion)
        serveRefreshes(of: loop)
        return loop
    }
}

extension Client.Configuration {
    /// What a loop and its connections are made for: where any of it changes, another loop takes the new tasks.
    fileprivate var connections: [AnyHashable] {
        [maximumConcurrentExchanges, resolve, connectTo, tls, proxy]
    }
}

extension Client {
    /// Changes how the client behaves from now on.
    ///
    /// Tasks that were made before go on as they were, but for the client's interceptors, which are always those of now. Where
    /// the change concerns connections or limits, new tasks get connections of their own, and the old ones are closed once
    /// their tasks are over. The clock stays the same in any case, and so does what the paths of ``mocks`` are relative to.
    ///
    /// Another base URL takes ``Configuration/authentication`` away, lest one server is told what is meant for another;
    /// to authenticate there, set other credentials in the same change, or the same ones in a second one.
    public func reconfigure(_ change: (inout Configuration) -> Void) {
        let before = configuration
        var after = before
        change(&after)
        after.time = before.time
        if after.baseURL != before.baseURL, after.authentication == before.authentication {
            after.authentication = nil
        }
        let other = after.connections == before.connections ? nil : makeLoop(after)
        setup.withLock { setup in
            setup.configuration = after
            if let other { setup.loop = other }
        }
        interceptors.withLock { $0 = after.interceptors }
    }

    /// Cancels every task that is not over, those never resumed among them, and lets go of all connections.
    public func reset() {
        let loop = makeLoop(configuration)
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

    private func makeLoop(_ configuration: Configuration) -> LoopThread {
        LoopThread(configuration, mocks: mocks, congestion: congestion)
    }
}

extension Client.Configuration {
    /// What a loop reads for its connections: where any of it changes, another loop takes the new tasks.
    fileprivate var connections: [AnyHashable] {
        [
            userAgent, followsRedirectsInward, limits, maximumConcurrentExchanges, resolve, connectTo, tls,
            proxy,
        ]
    }
}

extension Response {
    /// Tells whether the client's mocks kept the request from the network, though none of them answers it.
    public var isUnmocked: Bool { record.lastExchange?.start.mock == .unmocked }
}

/// Makes libcurl continue with the next address of a server after it gave up one.
///
/// Version 7.88 chooses the next address, but creates no socket for it until it is called again, and does not request
/// that call. The additional call has no effect in newer versions. The type is unnecessary once the test “a dead
/// address is passed over” passes without it on the oldest supported version.
struct NextAddress {
    /// Exchanges that gave up an address and have not started with the next one.
    private var stuck: [Transfer] = []

    mutating func add(_ transfer: Transfer) {
        stuck.append(transfer)
    }

    mutating func begin() {
        guard !stuck.isEmpty else { return }
        let pushed = stuck
        stuck = []
        for transfer in pushed where transfer.isLive { transfer.pushOn() }
    }
}

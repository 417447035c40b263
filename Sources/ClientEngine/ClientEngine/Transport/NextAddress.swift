/// Has libcurl go on with the next address of a server where one was given up.
///
/// Version 7.88 chooses the next address, but makes no socket for it before it is called again, and does not ask to be. To be
/// called once more does newer versions no harm. It would be needed no more if “a dead address is passed over” held
/// without it on the oldest version that is supported.
struct NextAddress {
    /// Exchanges that gave an address up and have not begun with the next.
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

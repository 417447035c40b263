extension SocketPoller {
    /// The number of consecutive write events without a write after which a socket counts as idle.
    private static let idleWritingLimit = 16

    /// Records that a socket was writable and nothing was written.
    ///
    /// libcurl 7.88 waits for write events even if HTTP/2 does not allow it to send (a window of zero), and would be
    /// called continuously. Such a socket is not watched for writing until it was read or something was sent. Newer
    /// versions are not affected. The method is unnecessary once the test “a window of zero is waited for” uses no
    /// processor time without it.
    func noteIdleWriting(_ descriptor: Int32) {
        makeRoom(for: descriptor)
        interests[Int(descriptor)].idleWritings += 1
        guard interests[Int(descriptor)].idleWritings == Self.idleWritingLimit else { return }
        interests[Int(descriptor)].isHeld = true
        held.insert(descriptor)
        register(descriptor)
    }

    /// Records that a socket was used.
    func noteUse(_ descriptor: Int32) {
        guard Int(descriptor) < interests.count else { return }
        interests[Int(descriptor)].idleWritings = 0
        guard interests[Int(descriptor)].isHeld else { return }
        interests[Int(descriptor)].isHeld = false
        held.remove(descriptor)
        if interests[Int(descriptor)].wanted != 0 { register(descriptor) }
    }

    /// Records that one of the sockets was used.
    func noteUseOfAll() {
        held.forEach(noteUse)
    }
}

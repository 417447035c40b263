extension SocketPoller {
    /// The number of times in a row that nothing is written before that is taken for idle.
    private static let idleWritingLimit = 16

    /// Takes note that a socket could be written and nothing was.
    ///
    /// libcurl 7.88 waits for that also where HTTP/2 allows it to send nothing (a window of zero), and would be called
    /// again and again. Such a socket is not watched for writing until it was read, or something was sent. Newer versions lose nothing
    /// by it. It would be needed no more if “a window of zero is waited for” used no time of the processor without it.
    func noteIdleWriting(_ descriptor: Int32) {
        makeRoom(for: descriptor)
        interests[Int(descriptor)].idleWritings += 1
        guard interests[Int(descriptor)].idleWritings == Self.idleWritingLimit else { return }
        interests[Int(descriptor)].isHeld = true
        held.insert(descriptor)
        register(descriptor)
    }

    /// Takes note that a socket was of use.
    func noteUse(_ descriptor: Int32) {
        guard Int(descriptor) < interests.count else { return }
        interests[Int(descriptor)].idleWritings = 0
        guard interests[Int(descriptor)].isHeld else { return }
        interests[Int(descriptor)].isHeld = false
        held.remove(descriptor)
        if interests[Int(descriptor)].wanted != 0 { register(descriptor) }
    }

    /// Takes note that one of the sockets was of use.
    func noteUseOfAll() {
        held.forEach(noteUse)
    }
}

import CEngineCurl

// At file scope, like the callbacks of a transfer.
extension CurlMulti {
    /// Makes libcurl report its sockets and its timer.
    func installCallbacks(on multi: UnsafeMutableRawPointer) {
        ccurl_multi_set_callbacks(
            multi, Unmanaged.passUnretained(self).toOpaque(), multiSocketChanged, multiTimeoutChanged)
    }
}

private func multiSocketChanged(
    _ easy: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ what: Int32,
    _ owner: UnsafeMutableRawPointer?,
    _ socketOwner: UnsafeMutableRawPointer?
) -> Int32 {
    guard let owner else { return 0 }
    Unmanaged<CurlMulti>.fromOpaque(owner).takeUnretainedValue().socketChanged(socket, easy, what)
    return 0
}

private func multiTimeoutChanged(
    _ multi: UnsafeMutableRawPointer?, _ milliseconds: Int, _ owner: UnsafeMutableRawPointer?
) -> Int32 {
    guard let owner else { return 0 }
    Unmanaged<CurlMulti>.fromOpaque(owner).takeUnretainedValue().timeoutChanged(milliseconds)
    return 0
}

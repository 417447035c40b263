/// All that a loop knows of a socket that it watches for somebody else.
protocol LoopGuest: AnyObject {
    /// Hears that the socket is ready, with libcurl's `CURL_CSELECT_*` bits.
    func socketIsReady(_ mask: Int32)

    /// Has whoever owns the socket look at what has changed.
    func wake()
}

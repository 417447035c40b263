import CEngineCurl

/// Handles whose exchanges ended while a host name was being resolved.
///
/// They are kept until the search ends.
///
/// libcurl 7.88 must not cancel such a search: it reads and frees memory that it shares with the resolver thread, after
/// that thread may have freed it. Newer versions, such as 8.23, use other threads and show no resolver socket, so that
/// no handle is added here. The type is unnecessary once the address sanitizer accepts the test “what was cancelled, or
/// has waited too long” without it on the oldest supported version.
struct LeftSearches {
    private var handles: [EasyHandle] = []

    var isEmpty: Bool { handles.isEmpty }
    var count: Int { handles.count }

    mutating func add(_ handle: EasyHandle) {
        ccurl_set_long(handle.easy, CURLOPT_CONNECTTIMEOUT_MS, Int(Int32.max))
        handles.append(handle)
    }

    /// Removes handles whose searches have ended.
    ///
    /// No connection was made for them.
    mutating func removeFound(_ multi: UnsafeMutableRawPointer) {
        guard !handles.isEmpty else { return }
        for handle in handles where handle.resolverSocket == nil {
            curl_multi_remove_handle(multi, handle.easy)
        }
        handles.removeAll { $0.resolverSocket == nil }
    }

    /// Removes all handles, and may wait for their searches.
    ///
    /// The thread has no other work.
    mutating func end(_ multi: UnsafeMutableRawPointer) {
        for handle in handles {
            ccurl_set_long(handle.easy, CURLOPT_QUICK_EXIT, 0)
            curl_multi_remove_handle(multi, handle.easy)
        }
        handles = []
    }
}

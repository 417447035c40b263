import CEngineCurl

/// Handles whose exchanges have ended while a name was looked for; they stay until it is found.
///
/// libcurl 7.88 must not be made to give such a search up: it reads what it shares with the thread that looks for the name, and
/// frees it, after that thread may have done so. Newer versions, such as 8.23, look for names with threads of their own and show no
/// socket of a search, so that no handle comes here. It would be needed no more if the address sanitizer were content with
/// “what was cancelled, or has waited too long” without it on the oldest version that is supported.
struct LeftSearches {
    private var handles: [EasyHandle] = []

    var isEmpty: Bool { handles.isEmpty }
    var count: Int { handles.count }

    mutating func add(_ handle: EasyHandle) {
        ccurl_set_long(handle.easy, CURLOPT_CONNECTTIMEOUT_MS, Int(Int32.max))
        handles.append(handle)
    }

    /// Takes those away whose names were found, or not; no connection was made for them.
    mutating func removeFound(_ multi: UnsafeMutableRawPointer) {
        guard !handles.isEmpty else { return }
        for handle in handles where handle.resolverSocket == nil {
            curl_multi_remove_handle(multi, handle.easy)
        }
        handles.removeAll { $0.resolverSocket == nil }
    }

    /// Takes all away, and may wait until their names are found: nobody needs the thread any more.
    mutating func end(_ multi: UnsafeMutableRawPointer) {
        for handle in handles {
            ccurl_set_long(handle.easy, CURLOPT_QUICK_EXIT, 0)
            curl_multi_remove_handle(multi, handle.easy)
        }
        handles = []
    }
}

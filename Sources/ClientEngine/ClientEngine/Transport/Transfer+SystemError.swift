import CEngineCurl

extension Transfer {
    /// Indicates whether libcurl keeps a system error in the handle, such as that of an address that was given up.
    ///
    /// In versions 7.88 to 8.23, no option and no reset removes the error, and the next failure would be attributed to
    /// it. Such a handle is therefore not reused. The property is unnecessary once `curl_easy_reset` clears
    /// `CURLINFO_OS_ERRNO`.
    var remembersFailure: Bool { errorOfLibcurl != 0 }

    var errorOfLibcurl: Int32 { Int32(truncatingIfNeeded: ccurl_get_long(easy, CURLINFO_OS_ERRNO)) }
}

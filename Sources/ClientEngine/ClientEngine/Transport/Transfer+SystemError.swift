import CEngineCurl

extension Transfer {
    /// Indicates whether libcurl keeps an error of the system in the handle, such as that of an address that was given up for
    /// another one.
    ///
    /// No setting and no reset takes the error away in versions 7.88 to 8.23, and the next failure would be taken for the same; so
    /// such a handle is not used again. It would be needed no more if `curl_easy_reset` cleared `CURLINFO_OS_ERRNO`.
    var remembersFailure: Bool { errorOfLibcurl != 0 }

    var errorOfLibcurl: Int32 { Int32(truncatingIfNeeded: ccurl_get_long(easy, CURLINFO_OS_ERRNO)) }
}

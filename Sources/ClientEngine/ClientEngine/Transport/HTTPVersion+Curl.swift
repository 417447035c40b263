import CEngineCurl

extension HTTPVersion {
    /// Throws when the installed libcurl does not speak it.
    func check(features: Int32 = curl_version_info(CURLVERSION_FIRST).pointee.features) throws(ClientError) {
        let feature: Int32 =
            switch self {
            case .http10, .http11: 0
            case .http2: CURL_VERSION_HTTP2
            // Written out: the header's macro is beyond what Swift imports.
            case .http3: 1 << 25
            }
        guard features & feature != feature else { return }
        throw ClientError(
            .unsupported, .queue, "the installed libcurl does not speak \(rawValue)",
            hint: "leave the version out, or install a libcurl that was built with it")
    }

    /// Has libcurl use it, and no other instead.
    func apply(to easy: UnsafeMutableRawPointer) {
        let option =
            switch self {
            case .http10: CURL_HTTP_VERSION_1_0
            case .http11: CURL_HTTP_VERSION_1_1
            case .http2: CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE
            case .http3: CURL_HTTP_VERSION_3ONLY
            }
        ccurl_set_long(easy, CURLOPT_HTTP_VERSION, Int(option))
        // A connection that already speaks another version would be taken.
        if self == .http2 || self == .http3 { ccurl_set_long(easy, CURLOPT_FRESH_CONNECT, 1) }
    }
}

import CEngineCurl

extension HTTPVersion {
    /// Throws if the installed libcurl does not support the version.
    func check(features: Int32 = curl_version_info(CURLVERSION_FIRST).pointee.features) throws(ClientError) {
        let feature: Int32 =
            switch self {
            case .http10, .http11: 0
            case .http2: CURL_VERSION_HTTP2
            // A literal, because Swift does not import the macro of the header.
            case .http3: 1 << 25
            }
        guard features & feature != feature else { return }
        throw ClientError(
            .unsupported, .queue, "the installed libcurl does not speak \(rawValue)",
            hint: "leave the version out, or install a libcurl that was built with it")
    }

    /// Makes libcurl use this version and no other.
    func apply(to easy: UnsafeMutableRawPointer) {
        let option =
            switch self {
            case .http10: CURL_HTTP_VERSION_1_0
            case .http11: CURL_HTTP_VERSION_1_1
            case .http2: CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE
            case .http3: CURL_HTTP_VERSION_3ONLY
            }
        ccurl_set_long(easy, CURLOPT_HTTP_VERSION, Int(option))
        // Otherwise libcurl might use a connection with another version.
        if self == .http2 || self == .http3 { ccurl_set_long(easy, CURLOPT_FRESH_CONNECT, 1) }
    }
}

import CEngineCurl

/// An authentication scheme that is bound to a connection, and that libcurl performs.
struct ConnectionLogin: Sendable, Hashable {
    enum Scheme: String, Sendable, Hashable, CaseIterable {
        case ntlm = "NTLM"
        case negotiate = "Negotiate"
    }

    var scheme: Scheme
    var user: String
    var password: String

    /// Throws if a libcurl with these features does not support the scheme.
    func check(features: Int32 = curl_version_info(CURLVERSION_FIRST).pointee.features) throws(ClientError) {
        let feature = scheme == .ntlm ? CURL_VERSION_NTLM : CURL_VERSION_SPNEGO
        guard features & feature == 0 else { return }
        throw ClientError(
            .unsupported, .queue, "the installed libcurl cannot do \(scheme.rawValue)",
            hint: "install a libcurl that was built with \(scheme.rawValue)")
    }

    /// Makes libcurl log in on the connection of a transfer.
    func apply(to easy: UnsafeMutableRawPointer) {
        // A literal, because Swift does not import the macros of the header.
        ccurl_set_long(easy, CURLOPT_HTTPAUTH, scheme == .ntlm ? 1 << 3 : 1 << 2)
        ccurl_set_string(easy, CURLOPT_USERNAME, user)
        ccurl_set_string(easy, CURLOPT_PASSWORD, password)
        // Before version 8.19, libcurl reuses a connection that has logged in by Negotiate for requests without a login
        // (CVE-2026-1965).
        if scheme == .negotiate { ccurl_set_long(easy, CURLOPT_FORBID_REUSE, 1) }
        // In HTTP/2, several requests share a connection.
        ccurl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    }
}

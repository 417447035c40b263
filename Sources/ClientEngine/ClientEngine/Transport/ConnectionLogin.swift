import CEngineCurl

/// A way to prove who is asking that is bound to a connection, and that libcurl carries out.
struct ConnectionLogin: Sendable, Hashable {
    enum Scheme: String, Sendable, Hashable, CaseIterable {
        case ntlm = "NTLM"
        case negotiate = "Negotiate"
    }

    var scheme: Scheme
    var user: String
    var password: String

    /// Throws when a libcurl with these features cannot do it.
    func check(features: Int32 = curl_version_info(CURLVERSION_FIRST).pointee.features) throws(ClientError) {
        let feature = scheme == .ntlm ? CURL_VERSION_NTLM : CURL_VERSION_SPNEGO
        guard features & feature == 0 else { return }
        throw ClientError(
            .unsupported, .queue, "the installed libcurl cannot do \(scheme.rawValue)",
            hint: "install a libcurl that was built with \(scheme.rawValue)")
    }

    /// Has libcurl log in on the connection of a transfer.
    func apply(to easy: UnsafeMutableRawPointer) {
        // Written out: the header's macros are beyond what Swift imports.
        ccurl_set_long(easy, CURLOPT_HTTPAUTH, scheme == .ntlm ? 1 << 3 : 1 << 2)
        ccurl_set_string(easy, CURLOPT_USERNAME, user)
        ccurl_set_string(easy, CURLOPT_PASSWORD, password)
        // libcurl before 8.19 gives a connection that has logged in by Negotiate to requests without a login (CVE-2026-1965).
        if scheme == .negotiate { ccurl_set_long(easy, CURLOPT_FORBID_REUSE, 1) }
        // In HTTP/2 a connection belongs to nobody.
        ccurl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    }
}

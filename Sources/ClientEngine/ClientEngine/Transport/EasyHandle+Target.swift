import CEngineCurl

extension EasyHandle {
    /// Sets the request target: path and query as they are written, or the whole URL for a proxy without a tunnel (RFC 9112,
    /// section 3.2).
    ///
    /// What libcurl makes of a URL itself depends on its version: newer ones leave out the mark of an empty query and normalise dot
    /// segments and escapes. So libcurl gets only the URL of the server. This is superfluous once `CURLU_PATH_AS_IS` keeps every byte,
    /// which “one that has served asks for each target as it is written” would show.
    func setTarget(_ target: RequestURL) {
        let isWhole = target.scheme == "http" && proxy?.readsRequests == true
        let written = target.query.map { "\(target.path)?\($0)" } ?? target.path
        ccurl_set_string(easy, CURLOPT_REQUEST_TARGET, isWhole ? target.text : written)
    }
}

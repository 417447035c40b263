import CEngineCurl

extension EasyHandle {
    /// Sets the request target: path and query as they are written, or the whole URL for a proxy without a tunnel (RFC 9112,
    /// section 3.2).
    ///
    /// What libcurl makes of a URL itself depends on its version: since 8.8 it leaves the mark of an empty query out, and it normalises
    /// dot segments and escapes in ways of its own. So no URL is left to it but the server's. It would be needed no more if
    /// `CURLU_PATH_AS_IS` kept every byte: “one that has served asks for each target as it is written” shows it.
    func setTarget(_ target: RequestURL) {
        let isWhole = target.scheme == "http" && proxy?.readsRequests == true
        let written = target.query.map { "\(target.path)?\($0)" } ?? target.path
        ccurl_set_string(easy, CURLOPT_REQUEST_TARGET, isWhole ? target.text : written)
    }
}

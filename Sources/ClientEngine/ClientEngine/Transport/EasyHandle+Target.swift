import CEngineCurl

extension EasyHandle {
    /// Sets the request target: the path and the query as written, or the whole URL for a proxy without a tunnel (RFC
    /// 9112, section 3.2).
    ///
    /// The target that libcurl derives from a URL depends on its version: newer versions drop the mark of an empty
    /// query, and normalize dot segments and escapes. Therefore libcurl gets only the URL of the server. This is
    /// unnecessary once `CURLU_PATH_AS_IS` keeps every byte, which the test “one that has served asks for each target
    /// as it is written” would show.
    func setTarget(_ target: RequestURL) {
        let isWhole = target.scheme == "http" && proxy?.readsRequests == true
        let written = target.query.map { "\(target.path)?\($0)" } ?? target.path
        ccurl_set_string(easy, CURLOPT_REQUEST_TARGET, isWhole ? target.text : written)
    }
}

import ClientEngine

extension FuzzTarget {
    /// A URL, and a reference from a server.
    static let url = FuzzTarget(
        text: "url",
        seeds: [
            "http://u:p@[::1]:80/a/../b?c#d", "//h\\@i/%zz", "HTTPS://ex\u{E4}mple.com.", "http://u?\u{33F}",
            "http://0X7f.1.:080/%2e%2E/\u{E9}", "http://[fe80::1%25eth0]/", "//b\u{FC}cher.test:/?",
            "../a/./b?#f",
            "http://u%20:%70@%61.test", ".", "/..//a?b c", "http://c\u{2100}.test",
        ]
    ) { text in
        let url = try? RequestURL(parsing: text)
        if (url == nil) != (RequestURL.fault(in: text) != nil) { return "A refusal has no reason." }
        if let plain = RequestURL(plain: text), plain != url { return "A plain URL is read in two ways." }
        guard let base = try? RequestURL(parsing: "http://base.test/a/b?c") else {
            return "The base is fine."
        }
        let resolved = try? RequestURL(parsing: text, relativeTo: base)
        if let url, resolved != url { return "A base changes an absolute URL." }
        let followed = try? base.resolving(reference: text)
        if (resolved == nil) != (followed == nil) { return "A redirect goes to what is no URL." }
        if followed?.path.split(at: "/").contains(where: { $0 == "." || $0 == ".." }) == true {
            return "A redirect goes to a path with dot segments."
        }
        return [url, resolved, followed].lazy.compactMap { $0 }.compactMap(complaint).first
    }

    /// The text of a URL, read by libcurl and read again from files, must always be the same URL.
    private static func complaint(about url: RequestURL) -> String? {
        guard url.text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return "A text holds what no request line may hold."
        }
        let query = url.query.map { "?" + $0 } ?? ""
        guard url.text == "\(url.scheme)://\(url.authority)\(url.path)\(query)" else {
            return "A text is not made of its parts."
        }
        guard let again = try? RequestURL(parsing: url.text) else { return "Its own text is refused." }
        let sent = RequestURL(
            text: url.text, scheme: url.scheme, host: url.host, port: url.port, path: url.path,
            query: url.query)
        return again == sent ? nil : "Its text is read as another URL."
    }
}

/// Tells from the environment which characters a terminal shows.
enum Charset {
    /// Whether the locale is one of UTF-8: the first that is set of `LC_ALL`, `LC_CTYPE` and `LANG` counts.
    static func isUnicode(_ environment: [String: String]) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let name = locale?.lowercased() ?? ""
        return name.hasSuffix("utf-8") || name.hasSuffix("utf8")
    }
}

extension Directive {
    /// The warning about a directive of other programs that changes what is sent, and that this program does not follow.
    ///
    /// `nil` for all other directives: those that this program follows, and those for viewers and documentation.
    var refusal: Diagnostic? {
        guard
            let effect = Self.refusedFlags.contains(where: key.hasPrefix)
                ? Self.flagEffect : Self.effects[key],
            key != "accept" || argument.lowercased() == "chunked"
        else { return nil }
        return Diagnostic(
            .warning, line: line, "@\(name) is not supported: \(effect).", expected: Self.substitutes[key])
    }

    /// What happens in spite of a directive, by its key.
    private static let effects = [
        "accept": "the response is read as one piece",
        "attachcookiejar": "the cookies of its file are not sent",
        "auth": "no Authorization header is added",
        "delay": "the request is sent without a pause",
        "envjsonkey": "the variable is not defined",
        "envstdincmd": "the command is not run",
        "filetovariable": "the variable is not defined",
        "foreach": "the request is sent once",
        "graphql": "the body is sent as it is written",
        "if": "the request is sent without a condition",
        "injectvariables": "the file of the body is sent as it is",
        "keepstreaming": "the response ends as its server or a time limit ends it",
        "loop": "the request is sent once",
        "noautoencoding":
            "blanks and letters beyond ASCII in the URL are percent-encoded, all else is sent as written",
        "noclientcert": "a certificate of --cert is shown",
        "norejectunauthorized": "certificates are checked",
        "proxy": "the request does not go through this proxy",
        "ratelimit": "the request is sent without a pause",
        "skipif": "the request is sent without a condition",
        "sleep": "the request is sent without a pause",
        "stdincmd": "the command is not run",
        "useoscredentials": "no credentials of the system are sent",
        "when": "the request is sent without a condition",
    ]

    /// Prefixes of keys that hand a flag to curl: `@curl-…`, `@kulala-curl--…`.
    private static let refusedFlags = ["curl", "kulalacurl"]
    private static let flagEffect = "this flag of curl is not applied"

    /// Ways to get the same, by key.
    private static let substitutes = [
        "auth": "# @header Authorization: … before the first ###, or the header itself",
        "curlunixsocket": "# @unix-socket PATH",
        "filetovariable": "`< file` in the body",
        "graphql": "the method GRAPHQL",
        "injectvariables": "`<@ file`",
        "kulalacurlunixsocket": "# @unix-socket PATH",
        "norejectunauthorized": "--insecure",
        "proxy": "--proxy URL",
    ]
}

import ClientEngine
import FoundationEssentials

struct CurlRequest {
    let options: CurlOptions
    var request: Request
    var notes: [String]
    private(set) var form: MultipartForm?

    init(_ options: CurlOptions, url: String) throws(CurlCommand.SyntaxError) {
        self.options = options
        notes = options.notes
        let bodies = [
            !options.data.isEmpty && !options.isQuery, !options.parts.isEmpty, options.upload != nil,
        ]
        guard bodies.count(where: { $0 }) <= 1 else {
            throw CurlCommand.SyntaxError(message: "Only one of -d, -F and -T can be sent.")
        }
        guard !options.isHeadOnly || !bodies.contains(true) else {
            throw CurlCommand.SyntaxError(message: "-d, -F and -T cannot be sent with -I.")
        }
        // Like curl, takes a URL without a scheme for HTTP.
        request = Request(url: url.hasScheme ? url : "http://" + url)
        try build()
    }

    private mutating func build() throws(CurlCommand.SyntaxError) {
        request.followsRedirects = options.switches.contains(.followsRedirects)
        request.version = options.version
        request.unixSocket = options.unixSocket
        addHeaders()
        try addLogin()
        addBody()
        addQuery()
        if !options.keepsDots { request.url = Self.withoutDots(request.url) }
        chooseMethod()
        addTimes()
        if Self.isGlob(request.url) {
            notes.append("The brackets and braces in the URL are sent as they are.")
        }
    }

    /// Returns the URL without the segments `.` and `..`, which curl takes out of the path (RFC 3986, section 5.2.4).
    private static func withoutDots(_ url: String) -> String {
        guard url.containsBytes("/.") else { return url }
        let behindScheme =
            url.unicodeScalars.firstRange(of: "://".unicodeScalars)?.upperBound ?? url.startIndex
        let end =
            url[behindScheme...].unicodeScalars.firstIndex { "?#".unicodeScalars.contains($0) }
            ?? url.endIndex
        guard let start = url[behindScheme..<end].unicodeScalars.firstIndex(of: "/") else { return url }
        let segments = url[start..<end].split(at: "/", omittingEmptySubsequences: false).dropFirst()
        var kept: [Substring] = []
        for (index, segment) in segments.enumerated() {
            if segment != ".", segment != ".." { kept.append(segment) }
            if segment == ".." { _ = kept.popLast() }
            if index == segments.count - 1, segment == "." || segment == ".." { kept.append("") }
        }
        return "\(url[..<start])/\(kept.joined(separator: "/"))\(url[end...])"
    }

    private static func isGlob(_ url: String) -> Bool {
        let bare = url.holdsReference ? "" : url
        return bare.unicodeScalars.contains("{")
            || bare.split(at: "/").dropFirst(2).contains { $0.unicodeScalars.contains("[") }
    }

    private mutating func chooseMethod() {
        if let method = options.method {
            request.method = HTTPMethod(rawValue: method)
        } else if options.isHeadOnly {
            request.method = .head
        } else if options.upload != nil {
            request.method = .put
        } else if !options.parts.isEmpty || (!options.data.isEmpty && !options.isQuery) {
            request.method = .post
        }
    }

    // MARK: Headers

    private mutating func addHeaders() {
        for line in options.headers { addHeader(line) }
        addUserAgent()
        addUnlessGiven("Referer", options.referer)
        addUnlessGiven("Cookie", options.cookies.isEmpty ? nil : options.cookies.joined(separator: ";"))
        addUnlessGiven("Range", options.range.map { "bytes=\($0)" + (Self.isPosition($0) ? "-" : "") })
    }

    /// Nothing in the place of a name takes the header out, as `-H User-Agent:` does.
    private mutating func addUserAgent() {
        guard options.userAgent != "" || request.headers["User-Agent"] != nil else {
            return notes.append("Not carried over: -A with an empty name, which takes the header out.")
        }
        addUnlessGiven("User-Agent", options.userAgent)
    }

    /// Returns whether a range says where it begins, and nothing else.
    private static func isPosition(_ range: String) -> Bool {
        range.first.map { ("0"..."9").contains($0) } ?? false && !range.unicodeScalars.contains("-")
    }

    /// `Name: value`, `Name:` to take a header out, `Name;` to send an empty one.
    private mutating func addHeader(_ line: String) {
        let trimmed = line.trimmedBlanks
        if let (head, tail) = trimmed.cut(at: ":") {
            let (name, value) = (String(head.trimmedBlanks), String(tail.trimmedBlanks))
            if !value.isEmpty {
                request.headers.add(name, value)
            } else if !name.utf8.elementsEqual("Content-Type".utf8) {
                notes.append("Not carried over: -H “\(line)”, which takes a header out.")
            }
        } else if trimmed.hasSuffix(";") {
            request.headers.add(String(trimmed.dropLast()), "")
        } else {
            notes.append("Not carried over: -H “\(line)”, which has no colon.")
        }
    }

    /// Blanks around a value are no part of it (RFC 9110, section 5.5).
    mutating func addUnlessGiven(_ name: String, _ value: String?) {
        guard let value, request.headers[name] == nil else { return }
        request.headers.add(name, String(value.trimmedBlanks))
    }

    private mutating func announce(_ type: String) {
        let isTakenOut = options.headers.contains { $0.trimmedBlanks.lowercased() == "content-type:" }
        if !isTakenOut { addUnlessGiven("Content-Type", type) }
    }

    // MARK: Body

    private mutating func addBody() {
        if let upload = options.upload {
            request.body = .file(path: upload)
            if request.url.hasSuffix("/") { request.url += upload.split(at: "/").last ?? "" }
        } else if !options.parts.isEmpty {
            addForm(MultipartForm(parts: options.parts))
        } else if !options.data.isEmpty, !options.isQuery {
            request.body = dataBody
            if options.isJSON {
                announce("application/json")
                addUnlessGiven("Accept", "application/json")
            } else {
                announce("application/x-www-form-urlencoded")
            }
            noteFiles()
        }
    }

    private mutating func addForm(_ form: MultipartForm) {
        self.form = form
        if let given = request.headers["Content-Type"] {
            notes.append("Not carried over: the Content-Type “\(given)”, which names no boundary.")
        }
        request.headers["Content-Type"] = form.contentType
        if !form.hasFiles { request.body = .bytes(form.body { _ in [] }) }
    }

    private var dataBody: Body {
        if options.data.count == 1, case .file(let path, let kind) = options.data[0], kind != .encoded {
            return .file(path: path)
        }
        return .text(texts.joined(separator: options.isJSON ? "" : "&"))
    }

    private var texts: [String] {
        options.data.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    private mutating func noteFiles() {
        for case .file(let path, let kind) in options.data {
            if kind == .encoded {
                notes.append("Not carried over: the content of \(path), which curl would encode.")
            } else if options.data.count > 1 {
                notes.append(
                    "Not carried over: the content of \(path), which curl would join to the other data.")
            } else if kind == .stripped {
                notes.append("\(path) is sent with its line breaks, which curl would take out.")
            }
        }
    }

    /// Puts what `-G` and `--url-query` ask for behind the query of the URL.
    private mutating func addQuery() {
        var pieces = options.isQuery ? texts : []
        if options.isQuery {
            for case .file(let path, _) in options.data {
                notes.append("Not carried over: the content of \(path).")
            }
        }
        for argument in options.query {
            if argument.hasPrefix("+") {
                pieces.append(String(argument.dropFirst()))
            } else if case .text(let text) = CurlData.encoded(argument) {
                pieces.append(text)
            } else {
                notes.append("Not carried over: --url-query \(argument).")
            }
        }
        pieces.removeAll(where: \.isEmpty)
        request.url = request.url.appendingQuery(pieces.joined(separator: "&"))
    }

    // MARK: Times

    private mutating func addTimes() {
        func duration(_ seconds: Double?) -> Duration? {
            let duration = Duration.milliseconds(Int64((seconds ?? 0) * 1000))
            return duration > .zero ? duration : nil
        }
        request.attemptTimeout = duration(options.maximumTime)
        request.timeouts.connect = duration(options.connectTimeout)
        guard let count = options.retry, count > 0 else { return }
        var retry = RetryPolicy(maximumRetries: Int(count), ignoresIdempotence: true)
        if let delay = duration(options.retryDelay) {
            retry.backoff = Backoff(from: delay, multiplier: 1, maximum: delay, hasJitter: false)
        }
        request.retry = retry
        request.totalTimeout = duration(options.retryMaximumTime)
    }
}

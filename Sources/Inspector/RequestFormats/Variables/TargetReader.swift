import ClientEngine

struct TargetReader {
    /// A URL, and what it was taken apart into; nil where its host cannot be looked up, which is said when it is sent.
    typealias Target = (text: String, parsed: RequestURL?)

    let dialect: HTTPFile.Dialect

    /// Adds what is missing: the scheme, and for a mere path the `Host` header's authority.
    func url(_ target: String, host: String?) throws(ResolveError) -> Target {
        let target = String(target.trimmedBlanks)
        guard !target.isEmpty else { throw ResolveError(.invalid, "The URL is empty.") }
        if target == "*" { throw ResolveError(.unsupported, "The target “*” is not supported yet.") }
        if target.hasPrefix("/") {
            guard let host, !host.isEmpty else {
                throw ResolveError(.invalid, "A target that is only a path needs a Host header.")
            }
            guard !host.utf8.contains(where: "/?#@\\ ".utf8.contains) else {
                throw ResolveError(.invalid, "The Host header is not a host and port: “\(host)”.")
            }
            return try checked("\(scheme(for: host))://\(host)\(target)")
        }
        if let scheme = target.schemeText, scheme.utf8.allSatisfy(\.isSchemeByte) {
            try refuseOtherProtocols(scheme.lowercased())
            return try checked(target)
        }
        return try checked(target.hasScheme ? target : "\(scheme(for: target))://\(target)")
    }

    /// Returns a URL, unless it can be none: that is said before anything is sent.
    private func checked(_ url: String) throws(ResolveError) -> Target {
        guard url.utf8.count <= HTTPFile.maximumLine else {
            throw ResolveError(.tooLarge, "The URL is longer than 1 MiB.")
        }
        let url = escaped(url)
        if let parsed = try? RequestURL(parsing: url) { return (url, parsed) }
        guard let fault = RequestURL.fault(in: url) else { return (url, nil) }
        throw ResolveError(.invalid, "The URL cannot be used: \(fault).")
    }

    private func refuseOtherProtocols(_ scheme: String) throws(ResolveError) {
        guard scheme != "http", scheme != "https" else { return }
        throw ResolveError(.unsupported, "URLs of “\(scheme)” are not supported.")
    }

    /// https, but http for this very machine unless the draft is followed to the letter.
    func scheme(for authority: String) -> String {
        guard dialect == .union else { return "https" }
        let end =
            authority.unicodeScalars.firstIndex { "/?#".unicodeScalars.contains($0) } ?? authority.endIndex
        let host = authority[..<end].split(at: "@").last ?? ""
        let name = host.hasPrefix("[") ? host.prefix(before: "]").dropFirst() : host.prefix(before: ":")
        let isLocal = name.lowercased() == "localhost" || name == "::1" || name.isLoopbackAddress
        return isLocal ? "http" : "https"
    }

    /// Escapes spaces and bytes beyond ASCII behind the authority; everything else stays as written.
    private func escaped(_ url: String) -> String {
        let needsEscape = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte >= 0x80 }
        guard url.utf8.contains(where: needsEscape),
            let authority = url.authorityStart
        else {
            return url
        }
        let path =
            url[authority...].unicodeScalars.firstIndex { "/?#".unicodeScalars.contains($0) } ?? url.endIndex
        var output = Array(url[..<path].utf8)
        for byte in url[path...].utf8 {
            output += needsEscape(byte) ? byte.percentEncoded : [byte]
        }
        return String(decoding: output, as: UTF8.self)
    }
}

extension String {
    /// Indicates whether a URL names its scheme, or begins with a reference that may bring one.
    ///
    /// Bytes are compared: a combining letter behind a slash makes one character with it. `http:` is a scheme whatever
    /// follows, so that nobody takes it for a host; other names before a colon may be hosts.
    var hasScheme: Bool {
        let start = prefix(6).lowercased()
        if start.hasPrefix("{{") || start.hasPrefix("http:") || start == "https:" { return true }
        guard let scheme = schemeText else { return false }
        return !scheme.utf8.contains(where: "/?#".utf8.contains)
    }
}

extension StringProtocol {
    fileprivate var isLoopbackAddress: Bool {
        let parts = split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

extension UInt8 {
    fileprivate var isSchemeByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
        default: false
        }
    }
}

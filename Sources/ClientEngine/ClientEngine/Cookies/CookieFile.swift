import FoundationEssentials

/// The formats of cookie files.
public enum CookieFile: Sendable, Hashable {
    /// A JSON array of objects, which contains all properties.
    case json
    /// The `cookies.txt` format of Netscape, which curl and others use.
    ///
    /// It contains neither SameSite nor times of use.
    case netscape

    func text(of cookies: [Cookie], includingSession: Bool = false) -> String {
        let kept = cookies.filter { includingSession || $0.expires != nil }
        switch self {
        case .json:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            // Only texts, numbers and Boolean values are written, all of which JSON supports.
            return (try? encoder.encode(kept.map { KeptCookie($0) })).map {
                String(decoding: $0, as: UTF8.self) + "\n"
            } ?? "[]\n"
        case .netscape:
            return "# Netscape HTTP Cookie File\n" + kept.compactMap(Self.line).joined()
        }
    }

    /// Parses cookies.
    ///
    /// - Throws: The error of the JSON decoder. Invalid lines of `cookies.txt` are skipped, as in curl.
    func cookies(in text: String) throws -> [Cookie] {
        switch self {
        case .json: try JSONBytesDecoder().decode([KeptCookie].self, from: text.utf8).map(\.cookie)
        case .netscape: text.split { $0 == "\n" || $0 == "\r\n" }.compactMap { Self.cookie(String($0)) }
        }
    }

    private static let httpOnly = "#HttpOnly_"

    private static func line(_ cookie: Cookie) -> String? {
        let fields = [
            cookie.isHostOnly ? cookie.domain : "." + cookie.domain, cookie.isHostOnly ? "FALSE" : "TRUE",
            cookie.path, cookie.isSecure ? "TRUE" : "FALSE",
            String(Int(cookie.expires?.timeIntervalSince1970 ?? 0)), cookie.name, cookie.value,
        ]
        // A tab separates fields, so this format cannot represent such a cookie.
        guard !fields.contains(where: { $0.contains("\t") }) else { return nil }
        return (cookie.isHTTPOnly ? httpOnly : "") + fields.joined(separator: "\t") + "\n"
    }

    private static func cookie(_ line: String) -> Cookie? {
        let isHTTPOnly = line.hasPrefix(httpOnly)
        let line = isHTTPOnly ? String(line.dropFirst(httpOnly.count)) : line
        guard isHTTPOnly || !line.hasPrefix("#") else { return nil }
        let fields = line.split(separator: "\t", maxSplits: 6, omittingEmptySubsequences: false).map(
            String.init)
        guard fields.count >= 6, let expires = Double(fields[4]), !fields[0].isEmpty else { return nil }
        let domain = fields[0].hasPrefix(".") ? String(fields[0].dropFirst()) : fields[0]
        let value = fields.count > 6 ? fields[6] : ""
        let cookie = Cookie(fields[5], value, domain: domain, path: fields[2]) {
            $0.isHostOnly = fields[1].uppercased() != "TRUE"
            $0.isSecure = fields[3].uppercased() == "TRUE"
            $0.isHTTPOnly = isHTTPOnly
            $0.expires = expires == 0 ? nil : Date(timeIntervalSince1970: expires)
        }
        return cookie.isSendable ? cookie : nil
    }
}

extension CookieJar {
    /// Writes the cookies to a file that only its owner can read, atomically.
    ///
    /// Session cookies are written only if `includingSession` is `true`.
    ///
    /// - Throws: `io/process` with the name of the file.
    public func save(
        to path: String, as format: CookieFile = .json, includingSession: Bool = false
    ) throws(ClientError) {
        try PrivateFile.write(Array(format.text(of: all, includingSession: includingSession).utf8), to: path)
    }

    /// Adds the cookies in a file to the jar.
    ///
    /// - Throws: `io/process` if the file cannot be read or is invalid.
    public func load(from path: String, as format: CookieFile = .json, at date: Date = Date())
        throws(ClientError)
    {
        do {
            let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
            for cookie in try format.cookies(in: text) { set(cookie, at: date) }
        } catch {
            throw ClientError(
                .io, .process, "the cookies of \(path) cannot be read: \(error)", underlying: error)
        }
    }
}

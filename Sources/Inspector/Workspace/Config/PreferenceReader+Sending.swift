import ClientEngine
import FoundationEssentials
import InspectorValues
import RequestFormats

// Defaults for requests that specify nothing themselves.
extension PreferenceReader {
    mutating func readRetry(_ value: JSONValue) {
        let times = 0...1000
        guard value.object != nil else {
            guard let count = number("retry", value, in: times) else { return }
            reading.preferences.sending.retry = RetryPolicy(maximumRetries: count)
            return
        }
        var policy = RetryPolicy(maximumRetries: 3)
        each(of: value, at: "retry", ["times", "when", "backoff", "always"]) { reader, path, name, value in
            switch name {
            case "times": policy.maximumRetries = reader.number(path, value, in: times)
            case "always": policy.ignoresIdempotence = reader.flag(path, value) ?? false
            case "when":
                policy.conditions = reader.words(path, value) { text throws(RetryFormat.SyntaxError) in
                    try RetryFormat.conditions(text)
                }
            default:
                let backoff = reader.words(path, value) { text throws(RetryFormat.SyntaxError) in
                    try RetryFormat.backoff(text)
                }
                if let backoff { policy.backoff = backoff }
            }
        }
        reading.preferences.sending.retry = policy
    }

    /// Parses a text in the syntax of a directive in a request file.
    private mutating func words<Value>(
        _ path: String, _ value: JSONValue, _ read: (String) throws(RetryFormat.SyntaxError) -> Value
    ) -> Value? {
        do throws(RetryFormat.SyntaxError) {
            return try read(value.string ?? "")
        } catch {
            expect("\(error.expected), in quotation marks", at: path)
            return nil
        }
    }

    mutating func readTimeouts(_ value: JSONValue) {
        each(of: value, at: "timeouts", ["attempt", "connect", "firstByte", "head", "idle"]) {
            reader, path, name, value in
            guard let duration = reader.duration(path, value) else { return }
            switch name {
            case "attempt": reader.reading.preferences.sending.attempt = duration
            case "connect": reader.reading.preferences.sending.timeouts.connect = duration
            case "firstByte": reader.reading.preferences.sending.timeouts.firstByte = duration
            case "head": reader.reading.preferences.sending.timeouts.head = duration
            default: reader.reading.preferences.sending.timeouts.idle = duration
            }
        }
    }

    mutating func readLimits(_ value: JSONValue) {
        var limits = Limits()
        let mebibytes = 1...1_048_576
        each(of: value, at: "limits", ["body", "keepBodies", "head", "redirects", "retryAfter", "ratio"]) {
            reader, path, name, value in
            switch name {
            case "body": reader.number(path, value, in: mebibytes).map { limits.collectedBody = $0 << 20 }
            case "keepBodies":
                reader.reading.preferences.keptBodies = reader.number(path, value, in: mebibytes).map {
                    $0 << 20
                }
            case "head": reader.number(path, value, in: 1...100_000).map { limits.head = $0 * 1000 }
            case "redirects": reader.number(path, value, in: 0...1000).map { limits.redirects = $0 }
            case "ratio": reader.number(path, value, in: 1...1_000_000).map { limits.decodedRatio = $0 }
            default: reader.duration(path, value).map { limits.retryAfter = $0 }
            }
        }
        reading.preferences.sending.limits = limits == Limits() ? nil : limits
    }

    mutating func readRedact(_ value: JSONValue) {
        let names = value.array?.compactMap(\.string) ?? []
        guard let count = value.array?.count, names.count == count else {
            return expect("an array of names of headers and parameters", at: "redact")
        }
        reading.preferences.sending.redacted = Set(names.map { $0.lowercased() })
    }

    mutating func readHistory(_ value: JSONValue) {
        each(of: value, at: "history", ["maxBytes", "maxDays", "leaveOut"]) { reader, path, name, value in
            switch name {
            case "maxBytes":
                reader.reading.preferences.history.bytes = reader.number(path, value, in: 0...Int.max)
            case "maxDays":
                reader.reading.preferences.history.days = reader.number(path, value, in: 0...Int.max)
            default:
                let folders = (value.array ?? []).compactMap(\.string).compactMap(Self.folder)
                guard let count = value.array?.count, folders.count == count else {
                    return reader.expect("an array of folders, from / or ~/", at: path)
                }
                reader.reading.preferences.history.leftOut = folders
            }
        }
    }

    /// Returns the path of a folder with `~` expanded and without a trailing slash.
    private static func folder(_ text: String) -> String? {
        let home = ProcessEnvironment.variables["HOME"] ?? ""
        let path = text == "~" || text.hasPrefix("~/") ? home + text.dropFirst() : text
        guard path.hasPrefix("/") else { return nil }
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    mutating func readProxy(_ value: JSONValue) {
        guard let proxy = value.string.flatMap({ try? Proxy($0) }) else {
            return expect(Proxy.expected, at: "proxy")
        }
        guard !proxy.hasCredentials else {
            return refuse(
                "no password belongs in this file: set https_proxy and http_proxy in the environment instead",
                at: "proxy")
        }
        reading.preferences.sending.proxy = proxy
    }

    mutating func readAuthorities(_ value: JSONValue) {
        guard let text = value.string, !text.isEmpty else {
            return expect("the path of a file of certificates", at: "cacert")
        }
        let expanded = RequestPaths.expandingHome(text)
        let file = expanded.hasPrefix("/") ? expanded : RequestPaths.folder(of: path) + "/" + expanded
        do throws(FileError) {
            _ = try RegularFile(file)
            reading.preferences.sending.authorities = file
        } catch {
            refuse("“cacert”: \(error)", at: "cacert")
        }
    }
}

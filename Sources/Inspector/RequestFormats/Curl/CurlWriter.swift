import ClientEngine
import EngineJSON

/// Writes a request as a line for a POSIX shell that has curl send the same.
///
/// Every word is quoted so that the shell expands nothing in it, also when the line is pasted into one, and nothing of
/// the request is taken for an option or a file name. A body that no argument can hold goes through a pipe.
public enum CurlWriter {
    /// A line and what it could not say.
    public struct Output: Sendable, Hashable {
        /// The line, without a line break at its end.
        public var text: String
        /// The warnings, one sentence each.
        public var warnings: [String]
    }

    /// Writes a request whose URL is complete.
    public static func text(for request: Request) -> Output {
        let line = CurlLine(request)
        return Output(text: line.pipe + line.words.joined(separator: " "), warnings: line.warnings)
    }

    /// Writes a comment to stand above a line.
    ///
    /// Interactive shells that know no comments (zsh) take it for a command that does not exist.
    public static func comment(_ text: String) -> String {
        let line = String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl || $0.isInvisible ? " " : $0 }))
        let isHarmless = line.utf8.allSatisfy { $0.isPlainInShell || $0 == 0x20 }
        return "# " + (isHarmless ? line : line.shellQuoted)
    }
}

private struct CurlLine {
    let request: Request
    /// The command that brings a body which no argument can hold.
    var pipe = ""
    var words = ["curl"]
    var warnings: [String] = []

    init(_ request: Request) {
        self.request = request.spelledOut
        writeMethod()
        writeURL()
        request.headers.forEach { write($0) }
        if let login = request.authentication?.login { write(login) }
        writeBody()
        writeOptions()
    }

    private mutating func add(_ option: String, _ value: String) {
        guard !value.utf8.contains(0) else {
            warnings.append("\(option) is left out: no argument of a command can hold the NUL in its value.")
            return
        }
        words += [option, value.shellQuoted]
    }

    /// Curl takes GET for granted, and POST with a body.
    private mutating func writeMethod() {
        if request.method == .head, request.body.isNone {
            words.append("--head")
        } else if request.method != (request.body.isNone ? .get : .post) {
            add("--request", request.method.rawValue)
        }
    }

    private mutating func writeURL() {
        // Brackets and braces would be taken for a set of URLs, and dots for steps to be shortened.
        if request.url.utf8.contains(where: "[]{}".utf8.contains) { words.append("--globoff") }
        if request.url.containsBytes("/.") { words.append("--path-as-is") }
        add("--url", request.url)
    }

    private mutating func write(_ field: Headers.Field) {
        let name = field.name
        // Curl reads fields from a file behind an @, and these cannot be sent anyhow.
        let isSendable =
            !name.isEmpty && name.utf8.first != UInt8(ascii: "@")
            && (field.rawName + field.rawValue).allSatisfy { ![0, 0x0A, 0x0D].contains($0) }
        guard isSendable, String(validating: field.rawValue, as: UTF8.self) != nil else {
            warnings.append("A header field is left out: its name or value cannot stand in a shell line.")
            return
        }
        add("--header", field.rawValue.isEmpty ? "\(name);" : "\(name): \(field.value)")
    }

    private mutating func write(_ login: Credentials.Login) {
        switch login {
        case .digest(let user, let password):
            words.append("--digest")
            add("--user", "\(user):\(password)")
        case .ntlm(let user, let password):
            words.append("--ntlm")
            add("--user", "\(user):\(password)")
        case .negotiate:
            words.append("--negotiate")
            add("--user", ":")
        case .aws(let key):
            let scope = key.scope(forURL: request.url)
            if scope == nil {
                warnings.append("The service of AWS is left out: neither the key nor the host names it.")
            }
            add("--aws-sigv4", "aws:amz" + (scope.map { ":\($0.region):\($0.service)" } ?? ""))
            if let token = key.sessionToken { add("--header", "X-Amz-Security-Token: \(token)") }
            add("--user", "\(key.accessKeyID):\(key.secretAccessKey)")
        }
    }

    private mutating func writeBody() {
        // Curl would say that it is a form.
        if !request.body.isNone, request.headers["Content-Type"] == nil { add("--header", "Content-Type:") }
        switch request.body {
        case .none:
            break
        case .file(let path):
            // A lone - would be the standard input.
            add("--data-binary", "@" + (path.hasPrefix("-") ? "./" + path : path))
        case .stream, .deferred, .multipart, .typed:
            warnings.append("The body is \(request.body.description), which does not stand in the line.")
        case .bytes, .data:
            let bytes = request.body.bytes ?? []
            guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
                pipe = "printf \(bytes.printfFormat) | "
                add("--data-binary", "@-")
                return
            }
            add("--data-raw", text)
        }
    }

    private mutating func writeOptions() {
        if let path = request.unixSocket, !path.isEmpty { add("--unix-socket", path) }
        if let version = request.version { words.append(CurlFlag.option(for: version)) }
        if request.followsRedirects != false { words.append("--location") }
        if let timeout = request.attemptTimeout { add("--max-time", timeout.secondsText) }
        if let connect = request.timeouts.connect { add("--connect-timeout", connect.secondsText) }
        if let retries = request.retry?.maximumRetries, retries > 0 { add("--retry", "\(retries)") }
        if request.totalTimeout != nil {
            warnings.append("The deadline of the whole task is not in the line.")
        }
    }
}

extension Duration {
    fileprivate var secondsText: String {
        let text = "\(Double(Int64(self / .milliseconds(1))) / 1_000)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

import ClientEngine

/// The flags of a command line, sorted out but not yet a request.
struct CurlOptions {
    /// A way to prove the credentials of `-u`.
    enum Scheme: Sendable {
        case basic, digest, ntlm, negotiate
        /// By a signature for `provider1:provider2:region:service`.
        case signature(String)
        /// In a way that no request can say.
        case other(flag: String)
    }

    var urls: [String] = []
    var method: String?
    var version: HTTPVersion?
    var headers: [String] = []
    var cookies: [String] = []
    var userAgent: String?
    var referer: String?
    var user: String?
    var bearer: String?
    var range: String?
    var unixSocket: String?
    /// The way in which the credentials of `-u` are proved; the last flag counts.
    var scheme = Scheme.basic
    var data: [CurlData] = []
    var isJSON = false
    var parts: [MultipartForm.Part] = []
    var query: [String] = []
    var upload: String?
    var isQuery = false
    var isHeadOnly = false
    /// Indicates whether the path of the URL is sent with its dots.
    var keepsDots = false
    // In seconds.
    var maximumTime: Double?
    var connectTimeout: Double?
    var retryDelay: Double?
    var retryMaximumTime: Double?
    /// The number of further attempts.
    var retry: Double?
    var switches: Set<CurlCommand.Switch> = []
    var notes: [String] = []

    /// Reads up to `--next`, and returns the words behind it.
    mutating func read(_ words: ArraySlice<String>) throws(CurlCommand.SyntaxError) -> ArraySlice<String> {
        var words = words
        var isBehindFlags = false
        while let word = words.popFirst() {
            if isBehindFlags || !word.hasPrefix("-") || word == "-" {
                urls.append(word)
            } else if word == "--" {
                isBehindFlags = true
            } else if word == "--next" || word == "-:" {
                return words
            } else if word.hasPrefix("--") {
                try readLong(String(word.dropFirst(2)), &words)
            } else {
                try readShort(word.dropFirst(), &words)
            }
        }
        return []
    }

    private mutating func readLong(_ name: String, _ words: inout ArraySlice<String>) throws(CurlCommand
        .SyntaxError)
    {
        if let flag = CurlFlag(long: name) {
            let argument = flag.takesArgument ? try argument(of: "--\(name)", &words) : ""
            try apply(flag, argument, as: "--\(name)")
        } else if CurlFlag.takesArgument(long: name) {
            notCarried("--\(name)", try argument(of: "--\(name)", &words))
        } else {
            notCarried("--\(name)", nil)
        }
    }

    /// Reads letters that stand together: `-sSXPOST` is `-s -S -X POST`.
    private mutating func readShort(_ letters: Substring, _ words: inout ArraySlice<String>)
        throws(CurlCommand.SyntaxError)
    {
        var letters = letters
        while let letter = letters.popFirst() {
            let flag = CurlFlag(short: letter)
            if flag?.takesArgument ?? CurlFlag.takesArgument(short: letter) {
                let own = letters.isEmpty ? try argument(of: "-\(letter)", &words) : String(letters)
                if let flag { try apply(flag, own, as: "-\(letter)") } else { notCarried("-\(letter)", own) }
                return
            }
            if let flag { try apply(flag, "", as: "-\(letter)") } else { notCarried("-\(letter)", nil) }
        }
    }

    private func argument(of flag: String, _ words: inout ArraySlice<String>) throws(CurlCommand.SyntaxError)
        -> String
    {
        guard let argument = words.popFirst() else {
            throw CurlCommand.SyntaxError(message: "Behind \(flag) something is missing.")
        }
        return argument
    }

    /// Names a flag that has no counterpart; its argument only if that holds no password.
    private mutating func notCarried(_ flag: String, _ argument: String?) {
        let isSecret = ["-U", "user", "pass", "password", "proxy-header"].contains { flag.hasSuffix($0) }
        guard let argument, !isSecret, AddressPassword.range(in: argument) == nil else {
            return notes.append("Not carried over: \(flag).")
        }
        notes.append("Not carried over: \(flag) \(argument).")
    }

    private mutating func apply(_ flag: CurlFlag, _ argument: String, as name: String)
        throws(CurlCommand.SyntaxError)
    {
        switch flag {
        case .text(let property): self[keyPath: property] = argument
        case .texts(let property): self[keyPath: property].append(argument)
        case .mark(let property): self[keyPath: property] = true
        case .number(let property):
            guard let number = Double(argument), number.isFinite, (0...1e9).contains(number) else {
                throw CurlCommand.SyntaxError(
                    message: "Behind \(name) a number is missing, not “\(argument)”.")
            }
            self[keyPath: property] = number
        case .data(let read): data.append(read(argument))
        case .toggle(let wanted): switches.insert(wanted)
        case .version(let wanted): version = wanted
        case .login(let wanted): scheme = wanted
        case .signature: scheme = .signature(argument)
        case .otherAuthentication: scheme = .other(flag: name)
        case .output: switches.insert(.writes(to: argument))
        case .writeOut:
            // As with curl, the last one counts.
            switches = switches.filter { if case .writesOut = $0 { false } else { true } }
            switches.insert(.writesOut(format: argument))
        case .header where argument.hasPrefix("@"): notCarried(name, argument)
        case .header: headers.append(argument)
        case .referer: applyReferer(argument)
        case .cookie where argument.unicodeScalars.contains("="): cookies.append(argument)
        case .cookie: notCarried(name, argument)
        case .json:
            isJSON = true
            data.append(.binary(argument))
        case .form:
            guard let part = MultipartForm.Part(curl: argument) else { return notCarried(name, argument) }
            parts.append(part)
        case .formString:
            let pair = argument.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
            parts.append(.init(name: String(pair[0]), content: .text(pair.count > 1 ? String(pair[1]) : "")))
        case .ignored: break
        }
    }

    private mutating func applyReferer(_ argument: String) {
        let parts = argument.split(separator: ";auto", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count > 1 { notCarried("-e", ";auto") }
        if let first = parts.first, !first.isEmpty { referer = String(first) }
    }
}

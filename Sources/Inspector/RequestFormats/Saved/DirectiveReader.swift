import ClientEngine
import EngineSupport

/// Turns directives into options.
///
/// The request keeps unknown directives, which have no effect. The reader warns of those of other programs that change what
/// is sent, and of those that look like a known one.
struct DirectiveReader {
    private(set) var name: String?
    private(set) var options = SavedRequestOptions()
    private(set) var diagnostics: [Diagnostic] = []
    private var retries: Int?
    private var conditions: Set<RetryPolicy.Condition>?
    private var backoff: Backoff?
    private var ignoresIdempotence: Directive?
    private var lastRetryDirective: Directive?

    /// The number of retries where conditions are given but no number.
    private static let unnumberedRetries = 3

    /// The names that are suggested for one that is not known.
    private static let names = [
        "connection-timeout", "deadline", "disabled", "import", "name", "no-cookie-jar", "no-redirect",
        "note", "prompt", "retry", "retry-always", "retry-backoff", "retry-when", "timeout", "unix-socket",
        "until", "without",
    ]

    /// Reads directives whose references, if they had any, are filled in.
    mutating func read(_ directives: [Directive]) {
        for directive in directives { read(directive) }
        options.retry = policy()
    }

    /// Reads directives as they stand in a file; those with references mean nothing yet.
    mutating func readUnfilled(_ directives: [Directive]) {
        for directive in directives where !directive.hasReferences || directive.key == "until" {
            read(directive)
        }
        let isComplete = !directives.contains { $0.hasReferences && $0.key.hasPrefix("retry") }
        if isComplete { options.retry = policy() }
    }

    private mutating func read(_ directive: Directive) {
        switch directive.key {
        case "name": readName(directive)
        case "noredirect": options.followsRedirects = false
        case "nocookiejar": options.usesCookies = false
        case "timeout": options.timeout = duration(directive) ?? options.timeout
        case "connectiontimeout": options.connectTimeout = duration(directive) ?? options.connectTimeout
        case "deadline": options.deadline = duration(directive) ?? options.deadline
        case "unixsocket" where directive.argument.isEmpty:
            complain(
                directive, "The path of the socket is missing.",
                expected: "# @unix-socket /var/run/docker.sock")
        case "unixsocket": options.unixSocket = directive.argument
        case "nolog": options.isLogged = false
        case "note": options.note = directive.argument
        case "prompt" where directive.argument.isEmpty:
            complain(directive, "The name of a variable is missing.", expected: "# @prompt name description")
        case "disabled": readDisabled(directive)
        case "until": readPolling(Polling.Parts(directive.argument), of: directive)
        case "retry", "retrywhen", "retrybackoff", "retryalways": readRetry(directive)
        case "import", "without": break
        case "header":
            diagnostics.add(
                .warning, line: directive.line,
                "@header holds for all requests of a file, and means nothing within one.",
                expected: "the header below the request line, or @header before the first ###")
        default: warn(ofUnknown: directive)
        }
    }

    /// Other programs evaluate an expression after `@disabled`; this one accepts only `true` and `false`.
    private mutating func readDisabled(_ directive: Directive) {
        switch directive.argument.lowercased() {
        case "", "true": options.isDisabled = true
        case "false": options.isDisabled = false
        default:
            diagnostics.add(
                .warning, line: directive.line, column: directive.column,
                "The condition of @\(directive.name) is not evaluated: the request is sent.",
                expected: "# @disabled, without a condition")
        }
    }

    private mutating func warn(ofUnknown directive: Directive) {
        if let refusal = directive.refusal { return diagnostics.append(refusal) }
        let near = SimilarNames(to: directive.name, among: Self.names).names.map { "@" + $0 }
        guard let question = SimilarNames.question(near) else { return }
        diagnostics.add(
            .warning, line: directive.line, "@\(directive.name) is no directive and is ignored.",
            expected: question)
    }

    private mutating func readName(_ directive: Directive) {
        let word = directive.argument.prefix(before: " ", "\t")
        guard !word.isEmpty else {
            return complain(directive, "The name is missing.", expected: "# @name identifier")
        }
        name = String(word)
    }

    private mutating func duration(_ directive: Directive) -> Duration? {
        guard let word = DurationFormat(directive.argument) else {
            complain(
                directive, "“\(directive.argument)” is not a duration.", expected: DurationFormat.expected)
            return nil
        }
        if !word.hasUnit {
            diagnostics.add(
                .warning, line: directive.line, column: directive.column,
                "“\(directive.argument)” is read as seconds; other programs read milliseconds.",
                expected: DurationFormat.expected)
        }
        return word.duration
    }

    mutating func readPolling(_ parts: Polling.Parts, of directive: Directive) {
        do throws(BodyPath.SyntaxError) {
            options.until = try Polling(parts, line: directive.line)
        } catch {
            complain(directive, error.message, expected: Polling.expected)
        }
    }

    private mutating func readRetry(_ directive: Directive) {
        lastRetryDirective = directive
        do throws(RetryFormat.SyntaxError) {
            switch directive.key {
            case "retry": try readCount(directive)
            case "retrywhen": conditions = try RetryFormat.conditions(directive.argument)
            case "retrybackoff": backoff = try RetryFormat.backoff(directive.argument)
            default: ignoresIdempotence = directive
            }
        } catch {
            complain(
                directive,
                error.word.isEmpty ? "Something is missing." : "“\(error.word)” is not understood.",
                expected: error.expected)
        }
    }

    private mutating func readCount(_ directive: Directive) throws(RetryFormat.SyntaxError) {
        guard let count = Int(directive.argument), count >= 0 else {
            throw RetryFormat.SyntaxError(word: directive.argument, expected: "a number of further attempts")
        }
        retries = count
    }

    private mutating func policy() -> RetryPolicy? {
        guard let last = lastRetryDirective else { return nil }
        guard options.until == nil else {
            diagnostics.add(
                .warning, line: last.line, "@\(last.name) means nothing beside @until, which decides alone.")
            return nil
        }
        if retries == nil {
            diagnostics.add(
                .warning, line: last.line,
                "No number of retries is given: \(Self.unnumberedRetries) are made.",
                expected: "# @retry \(Self.unnumberedRetries)")
        }
        return RetryPolicy(
            maximumRetries: retries ?? Self.unnumberedRetries, when: conditions,
            backoff: backoff ?? Backoff(),
            ignoresIdempotence: ignoresIdempotence != nil)
    }

    private mutating func complain(_ directive: Directive, _ message: String, expected: String) {
        diagnostics.add(
            .error, line: directive.line, column: directive.column, "@\(directive.name): \(message)",
            expected: expected)
    }
}

extension Directive {
    private static let keysWithValues: Set<String> = [
        "timeout", "connectiontimeout", "deadline", "retry", "retrywhen", "retrybackoff", "unixsocket",
        "until",
    ]

    var hasReferences: Bool { argument.holdsReference && Self.keysWithValues.contains(key) }
}

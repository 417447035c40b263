import ClientEngine
import ClientEngineWireMock

/// Makes the requests of a document ready to be sent: fills variables in and takes files from a source.
///
/// ```
/// structure (HTTPFile) → substitution, one pass → tokens → Request
/// ```
///
/// An object, for it never changes, and every request of a plan has it at hand.
public final class RequestResolver: Sendable {
    /// The document.
    public let file: HTTPFile
    let bindings: VariableBindings
    let files: any FileSource
    let rules: FileRules
    /// The settings of the folder.
    private let defaults: [DefaultSetting]
    /// The documents whose requests this one may name: those that it imports, then theirs, each once.
    let imported: [RequestResolver]

    /// Binds the variables of a document; each definition is evaluated once, here.
    ///
    /// - Parameters:
    ///   - file: the document.
    ///   - variables: what its variables stand for.
    ///   - files: the files that its bodies may come from.
    ///   - rules: what counts for their paths.
    ///   - imports: the documents that it imports.
    public init(
        _ file: HTTPFile, variables: VariableScope, files: any FileSource, rules: FileRules = FileRules(),
        imports: [RequestResolver] = []
    ) {
        self.file = file
        self.files = files
        self.rules = rules
        defaults = file.dialect == .union ? variables.environment.defaults : []
        var seen: Set<String> = [file.path]
        let imported = (imports + imports.flatMap(\.imported)).filter { seen.insert($0.file.path).inserted }
        bindings = VariableBindings(
            file, scope: variables, imported: Set(imported.flatMap(\.bindings.requestNames.all)))
        self.imported = imported
    }

    /// Returns the document that a name of a request leads to: this one, or one that it imports.
    func owner(of name: String) -> RequestResolver? {
        if bindings.requestNames.contains(name) { return self }
        return imported.first { $0.bindings.requestNames.contains(name) }
    }

    /// Fills in one request.
    ///
    /// Nothing is sent.
    public func resolve(
        _ saved: SavedRequest, with run: LateValues = LateValues()
    ) throws(ResolveError) -> Request {
        try Result { () throws(ResolveError) in try filledIn(saved, run) }.mapError(bindings.explained).get()
    }

    /// Fills in a text as if it stood behind everything in the document.
    public func text(of template: String, with run: LateValues = LateValues()) throws(ResolveError) -> String
    {
        try Result { () throws(ResolveError) in try unexplainedText(of: template, with: run) }
            .mapError(bindings.explained).get()
    }

    func unexplainedText(of template: String, with run: LateValues) throws(ResolveError) -> String {
        try substitution(at: .max / 2, run, FilledValues()).text(of: .init(template, line: .max / 2))
    }

    /// Fills in a text, and returns whether the next request may get another one.
    package func value(
        of template: String, with run: LateValues
    ) throws(ResolveError) -> (text: String, isPassing: Bool) {
        let values = FilledValues()
        let text = try Result { () throws(ResolveError) in
            try substitution(at: .max / 2, run, values).text(of: .init(template, line: .max / 2))
        }.mapError(bindings.explained).get()
        return (text, !values.passing.isEmpty)
    }

    /// The warnings about the variables of the document in this scope.
    public var warnings: [Diagnostic] {
        bindings.shadowing.map {
            Diagnostic(
                .warning, line: $0.line, column: 2,
                "“\($0.name)” hides a variable of the environment; JetBrains takes the environment's.")
        }
    }

    /// Fills references in as they are seen from a line, and collects their values.
    private func substitution(at line: Int, _ run: LateValues, _ values: FilledValues) -> Substitution {
        Substitution(dialect: file.dialect) { [self] (reference) throws(ResolveError) in
            let value = try bindings.value(of: reference, line: line, captured: run.captured).settled(by: run)
            values.add(value)
            return value
        }
    }

    /// Fills one request in; the error names no names that were perhaps meant.
    func filledIn(_ saved: SavedRequest, _ run: LateValues) throws(ResolveError) -> Request {
        if let problem = saved.diagnostics.first(where: { $0.severity == .error }) {
            throw ResolveError(.malformed, problem.message).at(problem)
        }
        if !saved.directives.isEmpty { try refuseUnanswered(saved, run) }
        let inherited = inherited(by: saved)
        let isOpen = saved.mayHoldReferences || inherited.contains { $0.holdsReference || $0.isSecret }
        let values = isOpen ? FilledValues() : nil
        let substitution =
            values.map { self.substitution(at: saved.line, run, $0) } ?? Substitution.ofNone(file.dialect)
        var headers = try self.headers(of: saved, substitution)
        if !inherited.isEmpty { try add(inherited, to: &headers, of: saved, substitution, values) }
        let authorization = file.dialect == .union ? headers.first(named: "Authorization") : nil
        // Refused already where it cannot be carried out.
        let login = authorization.flatMap { try? LoginShorthand.login(in: $0.value) }
        if login != nil { headers["Authorization"] = nil }
        let line = try requestLine(of: saved, substitution)
        let host = headers.first(named: "Host")
        let url = try Result { () throws(ResolveError) in
            try self.url(line.target, host: host, at: saved.target)
        }.mapError { quotedURL(line.target, of: saved) ?? $0 }.get()
        var request = Request(method: HTTPMethod(rawValue: line.method), url: url.text, headers: headers)
        request.parsedURL = url.parsed
        if let version = line.version { request.version = version }
        if let login { request.authentication = Credentials(login) }
        let assembly = BodyAssembly(resolver: self, substitution: substitution, request: request)
        try assembly.fill(&request, from: saved.body)
        if !saved.directives.isEmpty || !inherited.isEmpty {
            try options(of: saved, inherited, substitution).apply(to: &request)
        }
        if let name = saved.name ?? saved.title { request.name = name }
        values?.note(in: &request)
        return request
    }

    private func refuseUnanswered(_ saved: SavedRequest, _ run: LateValues) throws(ResolveError) {
        let unanswered = saved.prompts.filter { !bindings.isGiven($0.variable, run.captured) }
        guard let first = unanswered.first else { return }
        let names = unanswered.map(\.variable)
        throw ResolveError(
            .unanswered(names),
            "The request asks for \(names.map { "“\($0)”" }.joined(separator: ", ")), and no value is given."
        )
        .at(line: first.line, column: 1)
    }

    private struct FilledLine {
        var method: String
        var target: String
        var version: HTTPVersion?
    }

    private func requestLine(
        of saved: SavedRequest, _ substitution: Substitution
    ) throws(ResolveError) -> FilledLine {
        // Otherwise what references bring stays inside of the part that they stand in.
        if file.dialect == .strict || (saved.method == nil && isOneReference(saved.target)),
            let written = saved.requestLine
        {
            return try reread(written, at: saved.target, substitution)
        }
        var line = FilledLine(method: "GET", target: try substitution.text(of: saved.target))
        line.version = saved.version
        if let method = saved.method {
            line.method = try Self.method(substitution.text(of: method), at: method)
        }
        return line
    }

    private func isOneReference(_ target: Template) -> Bool {
        Reference.whole(Substring(target.text), dialect: file.dialect) != nil
    }

    /// Cuts the line only when its references are filled in.
    private func reread(
        _ written: Template.Piece, at place: Template, _ substitution: Substitution
    ) throws(ResolveError) -> FilledLine {
        let text = try substitution.text(of: written).rejectingControls(in: "request line", at: place)
        let line = try Result { () throws(RequestLine.SyntaxError) in
            try RequestLine(text, dialect: file.dialect)
        }.mapError { ResolveError(.invalid, $0.message).at(place) }.get()
        let written = line.method.map(String.init) ?? "GET"
        // The draft knows no other protocols: every token is a method.
        let method =
            file.dialect == .strict
            ? RequestLine.canonical(written) ?? written : try Self.method(written, at: place)
        return FilledLine(method: method, target: String(line.target), version: line.version)
    }

    private func url(
        _ target: String, host: Headers.Field?, at place: Template
    ) throws(ResolveError) -> TargetReader.Target {
        if let plain = RequestURL(plain: target) { return (target, plain) }
        let target = try target.rejectingControls(in: "URL", at: place)
        return try Result { () throws(ResolveError) in
            try TargetReader(dialect: file.dialect).url(target, host: host?.value)
        }.mapError { $0.at(place) }.get()
    }

    /// Returns the method of a request that is sent as HTTP, or GRAPHQL, which the body turns into one.
    private static func method(_ text: String, at place: Template) throws(ResolveError) -> String {
        if let method = RequestLine.canonical(text) { return method }
        if let other = RequestLine.otherProtocol(of: text) {
            guard other == "GRAPHQL" else {
                throw ResolveError(.unsupported, "\(text) requests are not supported.").at(place)
            }
            return other
        }
        guard text.isToken else {
            throw ResolveError(.invalid, "“\(text)” is not a method.").at(place)
        }
        return text
    }

    /// Returns the settings that a request takes over: from its document first, then from its folder.
    package func inherited(by saved: SavedRequest) -> [DefaultSetting] {
        guard !defaults.isEmpty else { return saved.inherited }
        let own = OwnNames(
            headers: saved.headers, directives: saved.directives, besides: saved.inherited)
        return saved.inherited + own.inherited(of: defaults)
    }

    /// Adds the headers that a request takes over, unless one of its own lines has the same name.
    private func add(
        _ inherited: [DefaultSetting], to headers: inout Headers, of saved: SavedRequest,
        _ substitution: Substitution, _ values: FilledValues?
    ) throws(ResolveError) {
        let own = headers
        for setting in inherited {
            guard case .header(let name, let value) = setting.content, own[name.text] == nil else { continue }
            do throws(ResolveError) {
                let text = try substitution.text(of: value)
                if setting.isSecret { values?.add(ResolvedText(text, secrets: [text])) }
                try append("\(name.text):\(text)", to: &headers, at: name)
            } catch {
                throw error.explained(by: setting, for: saved)
            }
        }
    }

    private func headers(of saved: SavedRequest, _ substitution: Substitution) throws(ResolveError) -> Headers
    {
        var headers = Headers()
        for header in saved.headers {
            switch header {
            case .field(let name, let value):
                let line = try substitution.text(of: name) + ":" + substitution.text(of: value)
                try append(line, to: &headers, at: name)
            case .line(let piece):
                try append(try substitution.text(of: piece), to: &headers, at: piece)
            }
        }
        return headers
    }

    /// Reads a header line as it stands once its references are filled in.
    private func append(
        _ line: String, to headers: inout Headers, at place: Template.Piece
    ) throws(ResolveError) {
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            throw ResolveError(.invalid, "The value of \(place.text) is not a header line.").at(place)
        }
        let name = String(line[..<colon])
        guard name.isToken else {
            throw ResolveError(.invalid, "“\(name)” is not a header name.").at(place)
        }
        let written = String(line[line.utf8.index(after: colon)...].trimmedBlanks)
        let isAuthorization = name.lowercased() == "authorization"
        if isAuthorization { try checkLogin(in: written, at: place) }
        let value = isAuthorization && file.dialect == .union ? LoginShorthand.encoded(written) : written
        headers.add(name, try value.rejectingControls(in: "header “\(name)”", at: Template(place)))
    }

    /// Throws for a login that cannot be carried out, whose secret would be sent as it is written.
    private func checkLogin(in value: String, at place: Template.Piece) throws(ResolveError) {
        do throws(LoginShorthand.Refusal) {
            switch try LoginShorthand.login(in: value) {
            case .aws, .ntlm:
                guard file.dialect == .strict else { return }
                throw LoginShorthand.Refusal(
                    String(value.prefix(before: " ", "\t")), "with --strict the program does not log in")
            case .digest, .negotiate, nil: return
            }
        } catch {
            throw ResolveError(.unsupported, error.message).at(place)
        }
    }
}

extension String {
    /// Returns the text, unless it holds a line break or NUL, which would smuggle further header lines in.
    fileprivate func rejectingControls(in part: String, at place: Template) throws(ResolveError) -> String {
        guard !utf8.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) else {
            throw ResolveError(.invalid, "The \(part) holds a line break or NUL.").at(place)
        }
        return self
    }
}

import ClientEngine
import Foundation

/// Makes the requests of a document ready to be sent: fills variables in and takes files from a source.
///
/// ```
/// structure (HTTPFile) → substitution, one pass → tokens → Request
/// ```
public struct RequestResolver: Sendable {
    let file: HTTPFile
    let bindings: Bindings
    let files: any FileSource
    let rules: FileRules

    /// Binds the variables of a document; each definition is evaluated once, here.
    public init(
        _ file: HTTPFile, variables: VariableScope, files: any FileSource, rules: FileRules = FileRules()
    ) {
        self.file = file
        bindings = Bindings(file, scope: variables)
        self.files = files
        self.rules = rules
    }

    /// Fills in one request.
    ///
    /// Nothing is sent.
    public func resolve(
        _ saved: SavedRequest, with run: RunValues = RunValues()
    ) throws(ResolveError) -> Request {
        do throws(ResolveError) {
            return try filledIn(saved, run)
        } catch {
            throw bindings.explained(error)
        }
    }

    /// Fills in a text as if it stood behind everything in the document.
    public func text(of template: String, with run: RunValues = RunValues()) throws(ResolveError) -> String {
        do throws(ResolveError) {
            return try substitution(at: .max / 2, run).text(of: .init(template, line: .max / 2))
        } catch {
            throw bindings.explained(error)
        }
    }

    /// What is worth saying about the variables of the document in this scope.
    public var warnings: [Diagnostic] {
        bindings.shadowing.map {
            Diagnostic(
                .warning, line: $0.line, column: 2,
                "“\($0.name)” hides a variable of the environment; JetBrains takes the environment's.")
        }
    }

    /// Fills references in as they are seen from a line.
    private func substitution(at line: Int, _ run: RunValues) -> Substitution {
        let bindings = bindings
        return Substitution(dialect: file.dialect) { (reference) throws(ResolveError) in
            try bindings.value(of: reference, line: line, captured: run.captured).settled(by: run)
        }
    }

    private func filledIn(_ saved: SavedRequest, _ run: RunValues) throws(ResolveError) -> Request {
        if let problem = saved.diagnostics.first(where: { $0.severity == .error }) {
            throw ResolveError(.malformed, problem.message).at(line: problem.line, column: problem.column)
        }
        let substitution = substitution(at: saved.line, run)
        let headers = try self.headers(of: saved, substitution)
        let line = try requestLine(of: saved, substitution)
        let url = try TargetReader(dialect: file.dialect).url(line.target, host: headers["Host"])
            .rejectingControls(in: "URL", at: saved.target)
        var request = Request(method: Method(rawValue: line.method), url: url, headers: headers)
        let assembly = BodyAssembly(
            resolver: self, substitution: substitution, contentType: headers["Content-Type"])
        request.body = try assembly.body(of: saved.body)
        try options(of: saved, substitution).apply(to: &request)
        request.name = saved.name ?? saved.title
        return request
    }

    /// What the directives ask for, with the references in them filled in.
    private func options(
        of saved: SavedRequest, _ substitution: Substitution
    ) throws(ResolveError) -> RequestOptions {
        guard saved.directives.contains(where: \.hasReferences) else { return saved.options }
        var directives = saved.directives
        for (index, directive) in directives.enumerated() where directive.hasReferences {
            let place = Template.Piece(directive.argument, line: directive.line, column: directive.column)
            directives[index].argument = try substitution.text(of: place)
        }
        var reader = DirectiveReader()
        reader.read(directives)
        guard let problem = reader.diagnostics.first(where: { $0.severity == .error }) else {
            return reader.options
        }
        throw ResolveError(.invalid, problem.message).at(line: problem.line, column: problem.column)
    }

    private func requestLine(
        of saved: SavedRequest, _ substitution: Substitution
    ) throws(ResolveError) -> (method: String, target: String) {
        let place = (line: saved.target.line, column: saved.target.column)
        let target = try substitution.text(of: saved.target)
        if let method = saved.method {
            return (try Self.method(substitution.text(of: method), at: method), target)
        }
        // Only a line that is one reference may bring more than a target.
        guard Reference.whole(Substring(saved.target.text), dialect: file.dialect) != nil else {
            return ("GET", target)
        }
        do throws(RequestLine.Failure) {
            let line = try RequestLine(target)
            let method = line.method.map(String.init) ?? "GET"
            return (Self.canonical(method), String(line.target))
        } catch {
            throw ResolveError(.invalid, error.message).at(line: place.line, column: place.column)
        }
    }

    private static func method(_ text: String, at place: Template) throws(ResolveError) -> String {
        let method = canonical(text)
        guard !RequestLine.otherProtocols.contains(method.uppercased()) else {
            throw ResolveError(.unsupported, "\(method) requests are not supported yet.")
                .at(line: place.line, column: place.column)
        }
        guard !method.isEmpty, method.utf8.allSatisfy(\.isToken) else {
            throw ResolveError(.invalid, "“\(method)” is no method.").at(
                line: place.line, column: place.column)
        }
        return method
    }

    private static func canonical(_ method: String) -> String {
        RequestLine.knownMethods.contains(method.uppercased()) ? method.uppercased() : method
    }

    private func headers(of saved: SavedRequest, _ substitution: Substitution) throws(ResolveError) -> Headers
    {
        var headers = Headers()
        for header in saved.headers {
            switch header {
            case .field(let name, let value):
                let nameText = try substitution.text(of: name)
                let valueText = try substitution.text(of: value)
                try Self.append(nameText, valueText, to: &headers, at: name)
            case .line(let piece):
                let text = try substitution.text(of: piece)
                guard let colon = text.firstIndex(of: ":") else {
                    throw ResolveError(.invalid, "The value of \(piece.text) is no header line.")
                        .at(line: piece.line, column: piece.column)
                }
                let value = String(text[text.index(after: colon)...].trimmedBlanks)
                try Self.append(String(text[..<colon]), value, to: &headers, at: piece)
            }
        }
        return headers
    }

    private static func append(
        _ name: String, _ value: String, to headers: inout Headers, at place: Template.Piece
    ) throws(ResolveError) {
        guard !name.isEmpty, name.utf8.allSatisfy(\.isToken) else {
            throw ResolveError(.invalid, "“\(name)” is no header name.").at(
                line: place.line, column: place.column)
        }
        let value = name.lowercased() == "authorization" ? BasicCredentials.encoded(value) : value
        headers.add(name, try value.rejectingControls(in: "header “\(name)”", at: Template([place])))
    }
}

extension String {
    /// The text, unless it holds a line break or NUL, which would smuggle further header lines in.
    fileprivate func rejectingControls(in part: String, at place: Template) throws(ResolveError) -> String {
        guard !utf8.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) else {
            throw ResolveError(.invalid, "The \(part) holds a line break or NUL.")
                .at(line: place.line, column: place.column)
        }
        return self
    }
}

extension RequestOptions {
    fileprivate func apply(to request: inout Request) {
        request.followsRedirects = followsRedirects
        request.usesCookies = usesCookies
        request.timeout = timeout
        request.deadline = deadline
        request.retry = retry
        if let connectTimeout { request.deadlines = Deadlines(connect: connectTimeout) }
    }
}

/// Encodes what people write as `Basic user password` or `Basic user:password`.
enum BasicCredentials {
    static func encoded(_ value: String) -> String {
        let words = value.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
        guard let scheme = words.first, scheme.lowercased() == "basic", words.count > 1 else { return value }
        let plain =
            words.count == 3 ? "\(words[1]):\(words[2])" : words[1].contains(":") ? String(words[1]) : nil
        guard let plain else { return value }
        return "\(scheme) \(Data(plain.utf8).base64EncodedString())"
    }
}

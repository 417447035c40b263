import ClientEngine
import ClientEngineWireMock
import EngineJSON

/// Puts a body together from its stretches of text and files.
struct BodyAssembly {
    let resolver: RequestResolver
    let substitution: Substitution
    let request: Request

    /// Line rules that a content type brings with it; the draft knows none.
    private enum Kind { case plain, form, multipart }

    private var kind: Kind {
        guard resolver.file.dialect == .union, !isGraphQL else { return .plain }
        let type = request.headers["Content-Type"].map { MediaType($0).essence } ?? ""
        if type == "application/x-www-form-urlencoded" { return .form }
        return type.hasPrefix("multipart/") ? .multipart : .plain
    }

    private var isGraphQL: Bool {
        guard resolver.file.dialect == .union else { return false }
        return request.method == "GRAPHQL"
            || request.headers.first(named: Self.typeField)?.value.lowercased() == "graphql"
    }

    /// Other programs are told by this field what a body is; the server has no use for it.
    private static let typeField: StaticString = "X-Request-Type"

    /// Gives a request its body, and what a GraphQL request is sent with.
    func fill(_ request: inout Request, from template: BodyTemplate) throws(ResolveError) {
        guard isGraphQL else {
            guard template.isEmpty || request.method != .head else {
                throw ResolveError(.unsupported, "HEAD cannot be sent with a body.")
                    .at(line: template.parts[0].piece.line, column: 1)
            }
            if !template.isEmpty { request.body = try body(of: template) }
            return
        }
        request.body = .bytes(try graphQL(of: template))
        request.headers.remove("\(Self.typeField)")
        if ["GRAPHQL", "GET"].contains(request.method) { request.method = .post }
        if request.headers["Content-Type"] == nil { request.headers.add("Content-Type", "application/json") }
    }

    private func graphQL(of template: BodyTemplate) throws(ResolveError) -> [UInt8] {
        guard !template.isEmpty else {
            throw ResolveError(.invalid, "A GraphQL request needs a query as its body.")
        }
        let body = GraphQLBody(template)
        guard let query = String(validating: try octets(of: body.query), as: UTF8.self) else {
            throw ResolveError(.invalid, "The GraphQL query is not UTF-8.")
        }
        guard !body.variables.isEmpty else {
            return GraphQLBody.json(query: query.trimmedEnd, variables: nil)
        }
        let octets = try octets(of: body.variables)
        do throws(JSONError) {
            let variables = try JSONValue(parsing: octets, maximumDepth: 256)
            return GraphQLBody.json(query: query.trimmedEnd, variables: variables)
        } catch {
            throw ResolveError(
                .invalid, "The variables of the GraphQL request are not JSON: expected \(error.expected)."
            )
            .at(line: body.variables[0].piece.line + error.line - 1, column: error.column)
        }
    }

    private func body(of template: BodyTemplate) throws(ResolveError) -> Body {
        if template.parts.count == 1, case .file(let path) = template.parts[0].content {
            return .file(
                path: try refusals(at: path) { (name) throws(FileSourceError) in
                    try resolver.files.location(of: name)
                })
        }
        return .bytes(try octets(of: template.parts))
    }

    private func octets(of parts: [BodyTemplate.Part]) throws(ResolveError) -> [UInt8] {
        var output: [UInt8] = []
        for part in parts {
            output += try bytes(of: part.content)
            output +=
                kind == .multipart && !part.terminator.isEmpty ? [0x0D, 0x0A] : Array(part.terminator.utf8)
            guard output.count <= HTTPFile.maximumSize else {
                throw ResolveError(.tooLarge, "The body is larger than 64 MiB.")
            }
        }
        return output
    }

    private func bytes(of content: BodyTemplate.Content) throws(ResolveError) -> [UInt8] {
        switch content {
        case .text(let piece): return try octets(of: piece)
        case .file(let path): return try bytes(ofFileAt: path)
        case .template(let path, let encoding):
            let text = try decoded(bytes(ofFileAt: path), as: encoding, at: path)
            do throws(ResolveError) {
                return try substitution.octets(of: .init(text, line: 1))
            } catch {
                var error = error
                error.message += " (line \(error.line) of \(path.text))"
                (error.line, error.column) = (path.line, path.column)
                throw error
            }
        }
    }

    /// Fills in text; line rules look at the lines as written, not at what variables bring.
    private func octets(of piece: Template.Piece) throws(ResolveError) -> [UInt8] {
        switch kind {
        case .plain: return try substitution.octets(of: piece)
        case .form: return try octets(of: FormText.pieces(of: piece), in: piece)
        case .multipart:
            let lines = piece.text.splitLines.enumerated().flatMap { index, line in
                let place = piece.line + index
                let text = Template.Piece(line.text, line: place)
                return index == 0 ? [text] : [Template.Piece("\r\n", line: place), text]
            }
            return try octets(of: lines, in: piece)
        }
    }

    private func octets(
        of pieces: [Template.Piece], in whole: Template.Piece
    ) throws(ResolveError) -> [UInt8] {
        var output: [UInt8] = []
        for piece in pieces {
            output += try substitution.octets(of: piece)
            guard output.count <= Substitution.maximumSize * 4 else {
                throw ResolveError(.tooLarge, "The body is larger than 64 MiB.").at(
                    line: whole.line, column: 1)
            }
        }
        return output
    }

    private func bytes(ofFileAt path: Template.Piece) throws(ResolveError) -> [UInt8] {
        try refusals(at: path) { (name) throws(FileSourceError) in try resolver.files.bytes(of: name) }
    }

    private func refusals<Value>(
        at path: Template.Piece, _ read: (String) throws(FileSourceError) -> Value
    ) throws(ResolveError) -> Value {
        let name = try substitution.text(of: path)
        let allowed = try Result { () throws(ResolveError) in
            name.hasPrefix("/") ? try resolver.files.permit(absolute: name) : nil
        }.mapError { $0.at(path) }.get()
        return try Result { () throws(FileSourceError) in
            let path = if let allowed { allowed } else { try resolver.rules.normalized(name) }
            return try read(path)
        }.mapError { ResolveError(.file, $0.message).at(path) }.get()
    }

    private func decoded(
        _ bytes: [UInt8], as encoding: String?, at place: Template.Piece
    ) throws(ResolveError) -> String {
        switch encoding?.lowercased() {
        case nil, "utf-8", "utf8":
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw ResolveError(.file, "“\(place.text)” is not UTF-8.").at(place)
            }
            return text
        case "latin1", "iso-8859-1":
            return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        case .some(let name):
            throw ResolveError(.unsupported, "The encoding “\(name)” is not supported.").at(place)
        }
    }
}

extension String {
    var trimmedEnd: String {
        String(decoding: utf8.reversed().drop { $0 <= 0x20 }.reversed(), as: UTF8.self)
    }

    /// The lines, each without its terminator and with it beside.
    ///
    /// Not by characters: CR LF is one of those.
    var splitLines: [(text: String, terminator: String)] {
        let lines = utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        return lines.enumerated().map { index, line in
            let isLast = index == lines.count - 1
            guard !isLast, line.last == 0x0D else {
                return (text: String(Substring(line)), isLast ? "" : "\n")
            }
            return (text: String(Substring(line.dropLast())), "\r\n")
        }
    }

    /// Returns the text with every occurrence of some bytes replaced.
    ///
    /// Not by characters: a mark may follow and join one.
    func replacingBytes(_ old: String, with new: String) -> String {
        let (pattern, source) = (Array(old.utf8), Array(utf8))
        var output: [UInt8] = []
        var index = 0
        while index < source.count {
            if source[index] == pattern[0], source[index...].starts(with: pattern) {
                output += new.utf8
                index += pattern.count
            } else {
                output.append(source[index])
                index += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}

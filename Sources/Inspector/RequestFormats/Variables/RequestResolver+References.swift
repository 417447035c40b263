extension RequestResolver {
    /// Returns the parts of other exchanges that a request needs before it can be filled in, each once, in their order.
    ///
    /// Those behind variables and those in files of `<@ file` count as well.
    public func references(in saved: SavedRequest) -> [ExchangeReference] {
        guard saved.mayHoldReferences || inherited(by: saved).contains(where: \.holdsReference) else {
            return []
        }
        var seen: Set<ExchangeReference> = []
        return pieces(of: saved).flatMap { references(in: $0, seenFrom: saved.line) }
            .filter { seen.insert($0).inserted }
    }

    private func references(in piece: Template.Piece, seenFrom line: Int) -> [ExchangeReference] {
        guard piece.text.utf8.contains(0x7B) else { return [] }
        var found: [ExchangeReference] = []
        var scanner = ReferenceScanner(piece.text, dialect: file.dialect)
        while let token = scanner.next() {
            guard case .reference(let reference, _) = token else { continue }
            if case .dynamic = reference { continue }
            let value = try? bindings.value(of: reference, line: line)
            for case .exchange(let exchange) in value?.lateSources ?? [] { found.append(exchange) }
        }
        return found
    }

    /// Every text of a request in which references are filled in, those in files included.
    private func pieces(of saved: SavedRequest) -> [Template.Piece] {
        saved.pieces + inherited(by: saved).dropFirst(saved.inherited.count).flatMap(\.pieces)
            + saved.body.parts.flatMap { part -> [Template.Piece] in
                guard case .template(let path, _) = part.content else { return [] }
                return text(ofFileAt: path)
            }
    }

    private func text(ofFileAt path: Template.Piece) -> [Template.Piece] {
        guard let name = try? rules.normalized(path.text), let bytes = try? files.bytes(of: name) else {
            return []
        }
        return [.init(String(decoding: bytes, as: UTF8.self), line: path.line)]
    }
}

extension RequestResolver {
    /// Judges a file that a response is to be written to, as far as its path is known.
    func permit(_ file: ResponseActions.ResponseFile, with values: LateValues) throws(ResolveError) {
        let path = try unexplainedText(of: file.path, with: values)
        try Result { () throws(ResolveError) in try files.permit(file, at: path) }
            .mapError { $0.at(line: file.line, column: 1) }.get()
    }
}

extension RequestResolver {
    /// Returns the error of a URL that begins with a variable written between quotation marks; `nil` for any other URL.
    func quotedURL(_ target: String, of saved: SavedRequest) -> ResolveError? {
        guard target.hasPrefix("\"") || target.hasPrefix("'"),
            let name = TemplateText.variable(beginning: saved.target.first.text),
            let definition = bindings.definition(of: name, seenFrom: saved.line)
        else { return nil }
        return ResolveError(
            .invalid,
            "The URL begins with a quotation mark, which is part of “\(name)” (line \(definition.line)). Write its value without quotation marks."
        ).at(saved.target)
    }
}

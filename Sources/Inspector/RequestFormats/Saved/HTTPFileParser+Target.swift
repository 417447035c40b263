import ClientEngine

// Reads the lines that a URL goes on in.
extension HTTPFileParser {
    /// Takes the lines directly under the request line that go on with its target, and those commented out among them.
    mutating func takeContinuations(of request: inout SavedRequest.Content, _ head: inout Head) {
        guard isLenient else { return }
        while let next = nextContinuation(behindVersion: request.version != nil) {
            head.directives += (line..<next).compactMap { directive(at: $0) }
            let text = source.text(of: next)
            let part = text.trimmedBlanks
            let column = text[..<part.startIndex].unicodeScalars.count + 1
            var piece = Template.Piece(String(part), line: next + 1, column: column)
            do throws(RequestLine.SyntaxError) {
                if let version = try RequestLine.cutVersion(from: &piece.text) { request.version = version }
            } catch {
                head.diagnostics.append(Diagnostic(error, in: part, line: next + 1, after: column - 1))
            }
            request.target.append(piece)
            line = next + 1
        }
    }

    /// Returns the next line that goes on with a target; nil where there is none.
    ///
    /// `?` and `&` go on with a query wherever they stand, also behind comments, and so does `/` with a path. Other text
    /// goes on where it is indented, unless it is a header: that would be sent in the URL, with the secret in it.
    /// Nothing but a query goes on behind a version.
    private func nextContinuation(behindVersion: Bool) -> Int? {
        let end = source.lines.count
        let next = (line..<end).first {
            !isComment(source.content(of: $0)) || isSeparator($0, allowsIndent: true)
        }
        guard let next, !isTooLong(next), !source.isBlank(next), !isSeparator(next, allowsIndent: true),
            !source.line(next, startsWith: "?? ")
        else { return nil }
        let content = source.content(of: next)
        let text = content.drop(while: \.isBlank)
        if text.first == UInt8(ascii: "?") || text.first == UInt8(ascii: "&") { return next }
        guard !behindVersion, content.first?.isBlank ?? false else { return nil }
        if text.first == UInt8(ascii: "/") { return next }
        return next == line && !Self.isHeader(text) ? next : nil
    }

    /// Returns whether a line begins with a name and a colon, as no piece of a URL does; a name begins with no digit.
    private static func isHeader(_ text: ArraySlice<UInt8>) -> Bool {
        guard let colon = colon(in: text), colon > text.startIndex,
            !(0x30...0x39).contains(text[text.startIndex])
        else { return false }
        return RequestLine.canBeToken(String(decoding: text[..<colon], as: UTF8.self)[...])
    }

    /// Returns the colon behind a name; one inside of a reference is none.
    static func colon(in content: ArraySlice<UInt8>) -> Int? {
        var depth = 0
        for (index, byte) in zip(content.indices, content) {
            switch byte {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ":") where depth < 2: return index
            default: break
            }
        }
        return nil
    }

    /// Returns whether a line is a request line beyond doubt: a usual method, and one word that begins like a URL.
    func isRequestLine(_ line: Int) -> Bool {
        let content = source.content(of: line)
        let method = content.prefix { (0x41...0x5A).contains($0) }
        let rest = content[method.endIndex...]
        guard (3...7).contains(method.count), rest.first?.isBlank ?? false,
            RequestLine.knownMethods.contains(String(decoding: method, as: UTF8.self)),
            let parsed = try? RequestLine(source.text(of: line), dialect: .union)
        else { return false }
        let target = parsed.target.lowercased()
        return ["http://", "https://", "/", "{{"].contains { target.hasPrefix($0) }
            && !RequestLine.hasBlankOutsideReferences(parsed.target)
    }
}

import ClientEngine

extension RequestPlanner {
    /// Fills a request in as far as that is possible now; what captures an unknown variable is placed before it.
    mutating func preview(
        _ need: Need, _ responseActions: ResponseActions, _ needed: inout [Int]
    ) throws(ResolveError) -> Request? {
        while true {
            do throws(ResolveError) {
                return try preview(need.request, documents[need.document], responseActions)
            } catch {
                guard case .undefined(let name) = error.kind, !coming.contains(name),
                    let source = source(of: name, for: need)
                else { throw error }
                needed.append(try place(source, neededBy: need))
            }
        }
    }

    private func preview(
        _ saved: SavedRequest, _ resolver: RequestResolver, _ responseActions: ResponseActions
    ) throws(ResolveError) -> Request? {
        let values = LateValues(captured: captured) { _ in Array(Self.placeholder.utf8) }
        for template in responseActions.templates {
            _ = try resolver.unexplainedText(of: template, with: values)
        }
        for file in responseActions.files { try resolver.permit(file, with: values) }
        do throws(ResolveError) {
            return try resolver.filledIn(saved, values)
        } catch {
            // A placeholder is no URL and no name of a file; the value that takes its place may be.
            let isOpen = !coming.isEmpty || !resolver.references(in: saved).isEmpty
            switch error.kind {
            case .invalid where isOpen, .file where isOpen: return nil
            default: throw error
            }
        }
    }

    /// Returns the request that captures a variable: the last one before the request that uses it, else the first
    /// one behind, else the last one of a document that is imported.
    private mutating func source(of name: String, for need: Need) -> Need? {
        let own = need.request.number - 1
        let sources = captures(of: name, in: need.document)
        if let found = sources.last(where: { $0 < own }) ?? sources.first(where: { $0 > own }) {
            return Need(request: documents[need.document].file.requests[found], document: need.document)
        }
        let imported = Set(documents[need.document].imported.map(\.file.path))
        for (index, document) in documents.enumerated() where imported.contains(document.file.path) {
            if let found = captures(of: name, in: index).last {
                return Need(request: document.file.requests[found], document: index)
            }
        }
        return nil
    }

    private mutating func captures(of name: String, in document: Int) -> [Int] {
        let known = captures[document] ?? documents[document].file.captures
        captures[document] = known
        return known[name] ?? []
    }
}

extension HTTPFile {
    fileprivate var captures: [String: [Int]] {
        var captures: [String: [Int]] = [:]
        for index in requests.indices {
            let names = Set(ResponseActions(of: requests[index]).captured)
            for name in names { captures[name, default: []].append(index) }
        }
        return captures
    }

    /// Returns the names between `{{` and a dot, and behind `@ref`; some of them may be no requests.
    func namesInReferences(of requests: [SavedRequest], in bytes: ArraySlice<UInt8>) -> Set<String> {
        var names: Set<String> = []
        var mayRefer = !definitions.isEmpty
        for request in requests {
            mayRefer = mayRefer || request.mayHoldReferences
            for directive in request.directives where ["ref", "forceref"].contains(directive.key) {
                names.insert(directive.argument)
            }
        }
        guard mayRefer else { return names }
        var rest = bytes
        while let brace = rest.firstIndex(of: 0x7B) {
            rest = rest[(brace + 1)...]
            guard rest.first == 0x7B else { continue }
            let name = rest.dropFirst().drop(while: \.isBlank).prefix(while: \.isVariableName)
            // A variable's name may hold dots; a request's cannot.
            let first = name.prefix { $0 != UInt8(ascii: ".") }
            if !first.isEmpty { names.insert(String(decoding: first, as: UTF8.self)) }
        }
        return names
    }
}

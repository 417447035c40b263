import ClientEngine

/// Puts the requests that others need before them.
struct RequestPlanner {
    /// A request of one of the documents.
    struct Need {
        var request: SavedRequest
        var document = 0
        var isInsistedOn = false

        /// Tells it from all others of the plan.
        var key: Key { Key(document: document, index: request.number - 1) }
    }

    struct Key: Hashable {
        var document: Int
        /// Its index in the document.
        var index: Int
    }

    /// The document that is asked for requests, then those that it imports.
    let documents: [RequestResolver]
    private let memory: SessionValues
    /// Stands for values that are not known yet.
    static let placeholder = "x"

    private(set) var steps: [RequestPlan.Step] = []
    /// The step of each request that is not sent for one other alone, by document and index.
    private var places: [[Int?]]
    /// The keys of the steps; nil for those that are sent for one other alone.
    private var keys: [Key?] = []
    var coming: Set<String> = []
    /// The captured variables, with placeholders for those that are coming.
    var captured: [String: String]
    /// The variables that the steps of the last request asked for have promised, with their values before.
    private var promises: [(name: String, before: String?, isNew: Bool)] = []
    /// The requests that are being placed, each needed by the one before it.
    private var path: [Need] = []

    private let referredTo: Set<String>
    /// The requests that capture a variable, by document.
    var captures: [Int: [String: [Int]]] = [:]
    /// The errors of requests that could not be placed; this is not tried again for everything that needs them.
    private var failures: [Key: ResolveError] = [:]

    init(_ resolver: RequestResolver, memory: SessionValues) {
        let file = resolver.file
        documents = [resolver] + resolver.imported
        places = documents.map { Array(repeating: nil, count: $0.file.requests.count) }
        referredTo = file.namesInReferences(of: file.requests, in: file.bytes[...])
        self.memory = memory
        captured = memory.captured
    }

    /// Places a request behind what it needs; where that cannot be, nothing of it stays.
    mutating func ask(for saved: SavedRequest) throws(ResolveError) {
        if let index = place(of: Need(request: saved)), steps[index].neededBy != nil {
            steps[index].neededBy = nil
            return
        }
        let before = steps.count
        promises = []
        do throws(ResolveError) {
            _ = try place(Need(request: saved), for: nil)
        } catch {
            takeBack(to: before)
            throw error
        }
    }

    private func place(of need: Need) -> Int? { places[need.document][need.key.index] }

    private mutating func takeBack(to count: Int) {
        for case let key? in keys.dropFirst(count) { places[key.document][key.index] = nil }
        keys.removeSubrange(count...)
        steps.removeSubrange(count...)
        for promise in promises.reversed() {
            captured[promise.name] = promise.before
            if promise.isNew { coming.remove(promise.name) }
        }
    }

    private mutating func place(_ need: Need, for dependent: String?) throws(ResolveError) -> Int {
        if let failure = failures[need.key] { throw failure }
        do throws(ResolveError) {
            return try placeUnknown(need, for: dependent)
        } catch {
            // How deep it lies depends on what needs it.
            if error.kind != .tooDeep { failures[need.key] = error }
            throw error
        }
    }

    private mutating func placeUnknown(_ need: Need, for dependent: String?) throws(ResolveError) -> Int {
        let saved = need.request
        if dependent != nil, !need.isInsistedOn, let index = place(of: need) {
            steps[index].isReferredTo = true
            return index
        }
        try refuseCycle(to: need)
        path.append(need)
        defer { path.removeLast() }
        let resolver = documents[need.document]
        let responseActions = ResponseActions(of: saved)
        let references = resolver.references(in: saved)
        var needed: [Int] = []
        for other in try needs(of: need, responseActions, references) {
            let file = documents[other.document].file.path
            if !other.isInsistedOn, memory.holds(other.request.referenceName ?? "", in: file) { continue }
            needed.append(try place(other, neededBy: need))
        }
        let preview = try preview(need, responseActions, &needed)
        steps.append(
            RequestPlan.Step(
                saved: saved, resolver: resolver, responseActions: responseActions, needs: needed,
                neededBy: dependent,
                isInsistedOn: need.isInsistedOn,
                isReferredTo: dependent != nil || referredTo.contains(saved.referenceName ?? ""),
                preview: preview,
                isOpen: !needed.isEmpty || !coming.isEmpty || !references.isEmpty))
        for name in responseActions.captured {
            promises.append((name, captured[name], coming.insert(name).inserted))
            captured[name] = Self.placeholder
        }
        keys.append(need.isInsistedOn ? nil : need.key)
        if !need.isInsistedOn { places[need.document][need.key.index] = steps.count - 1 }
        return steps.count - 1
    }

    /// Places a request that another one needs; what is wrong in another document is told with its place there.
    mutating func place(_ need: Need, neededBy other: Need) throws(ResolveError) -> Int {
        do throws(ResolveError) {
            return try place(need, for: other.request.label)
        } catch  where need.document != other.document && error.kind != .tooDeep {
            let resolver = documents[need.document]
            let error = resolver.bindings.explained(error)
            // What that document may do is asked for where it stands.
            var kind = error.kind
            if case .withheld = kind { kind = .unsupported }
            let place = "\(resolver.file.path):\(error.line): "
            throw ResolveError(kind, place + error.message, near: error.near)
                .at(line: other.request.line, column: 1)
        }
    }

    private func refuseCycle(to need: Need) throws(ResolveError) {
        guard let start = path.firstIndex(where: { $0.key == need.key }) else {
            guard path.count >= RequestPlan.maximumDepth else { return }
            throw ResolveError(
                .tooDeep, "Requests need each other more than \(RequestPlan.maximumDepth) deep."
            )
            .at(line: path[0].request.line, column: 1)
        }
        let labels = (path[start...] + [need]).map(\.request.label)
        let words = labels.map { "“\($0)”" }.joined(separator: " needs ")
        throw ResolveError(.cycle(labels), "Requests need each other in a circle: \(words).")
            .at(line: path[start].request.line, column: 1)
    }

    // MARK: Needs

    /// Returns the requests that one names: by references, also in its assertions, and by `@ref`.
    private func needs(
        of need: Need, _ responseActions: ResponseActions, _ references: [ExchangeReference]
    ) throws(ResolveError) -> [Need] {
        let saved = need.request
        guard !saved.directives.isEmpty || !references.isEmpty || !responseActions.steps.isEmpty else {
            return []
        }
        var needs: [Need] = []
        for directive in saved.directives where directive.key == "ref" || directive.key == "forceref" {
            var named = try request(named: directive.argument, for: need, line: directive.line)
            named.isInsistedOn = directive.key == "forceref"
            needs.append(named)
        }
        for reference in references + self.references(in: responseActions, of: need) {
            let named = try request(named: reference.name, for: need, line: saved.line)
            if !needs.contains(where: { $0.key == named.key }) { needs.append(named) }
        }
        return needs
    }

    private func references(in responseActions: ResponseActions, of need: Need) -> [ExchangeReference] {
        var found: [ExchangeReference] = []
        for template in responseActions.templates {
            let values = LateValues(captured: [:]) { (reference) throws(ResolveError) in
                found.append(reference)
                return []
            }
            _ = try? documents[need.document].text(of: template, with: values)
        }
        return found.filter { $0.name != need.request.referenceName }
    }

    private func request(named name: String, for need: Need, line: Int) throws(ResolveError) -> Need {
        let resolver = documents[need.document]
        guard let owner = resolver.owner(of: name),
            let document = documents.firstIndex(where: { $0.file.path == owner.file.path }),
            case let isOwn = document == need.document,
            let index = owner.bindings.requestNames.index(of: name, from: isOwn ? need.request.line : 0)
        else { throw resolver.bindings.unknown(request: name).at(line: line, column: 1) }
        let named = Need(request: owner.file.requests[index], document: document)
        guard owner.file.dialect == .union || !isOwn || named.request.number < need.request.number else {
            throw ResolveError(.invalid, "“\(name)” must stand before the request that refers to it.")
                .at(line: line, column: 1)
        }
        return named
    }
}

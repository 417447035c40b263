import ClientEngine

/// Puts the requests that others need before them.
struct RequestPlanner {
    private struct Need {
        var request: SavedRequest
        var isInsistedOn = false
    }

    private let file: HTTPFile
    private let resolver: RequestResolver
    private let memory: SessionValues
    /// Stands for values that are not known yet.
    private static let placeholder = "x"

    private(set) var steps: [RequestPlan.Step] = []
    /// The step of each request that is not sent for one other alone, by its number in the document.
    private var places: [Int: Int] = [:]
    private var coming: Set<String> = []
    /// The captured variables, with placeholders for those that are coming.
    private var captured: [String: String]
    /// The variables that the steps of the last request asked for have promised, with their values before.
    private var promises: [(name: String, before: String?, isNew: Bool)] = []
    /// The requests that are being placed, each needed by the one before it.
    private var path: [SavedRequest] = []

    private let referredTo: Set<String>
    private lazy var captures: [String: [Int]] = file.captures
    /// The errors of requests that could not be placed; this is not tried again for everything that needs them.
    private var failures: [Int: ResolveError] = [:]

    init(file: HTTPFile, resolver: RequestResolver, memory: SessionValues) {
        self.file = file
        referredTo = file.namesInReferences(of: file.requests, in: file.bytes[...])
        self.resolver = resolver
        self.memory = memory
        captured = memory.captured
    }

    /// Places a request behind what it needs; where that cannot be, nothing of it stays.
    mutating func ask(for saved: SavedRequest) throws(ResolveError) {
        if let index = places[saved.number], steps[index].neededBy != nil {
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

    private mutating func takeBack(to count: Int) {
        for (index, step) in steps.enumerated().dropFirst(count) where places[step.saved.number] == index {
            places[step.saved.number] = nil
        }
        steps.removeSubrange(count...)
        for promise in promises.reversed() {
            captured[promise.name] = promise.before
            if promise.isNew { coming.remove(promise.name) }
        }
    }

    private mutating func place(_ need: Need, for dependent: String?) throws(ResolveError) -> Int {
        let saved = need.request
        if let failure = failures[saved.number] { throw failure }
        do throws(ResolveError) {
            return try placeUnknown(need, for: dependent)
        } catch {
            // How deep it lies depends on what needs it.
            if error.kind != .tooDeep { failures[saved.number] = error }
            throw error
        }
    }

    private mutating func placeUnknown(_ need: Need, for dependent: String?) throws(ResolveError) -> Int {
        let saved = need.request
        if dependent != nil, !need.isInsistedOn, let index = places[saved.number] {
            steps[index].isReferredTo = true
            return index
        }
        try refuseCycle(to: saved)
        path.append(saved)
        defer { path.removeLast() }
        let responseActions = ResponseActions(of: saved)
        var needed: [Int] = []
        for need in try needs(of: saved, responseActions) {
            if !need.isInsistedOn, memory.holds(need.request.referenceName ?? "", in: file.path) { continue }
            needed.append(try place(need, for: saved.label))
        }
        let preview = try preview(saved, responseActions, &needed)
        steps.append(
            RequestPlan.Step(
                saved: saved, responseActions: responseActions, needs: needed, neededBy: dependent,
                isInsistedOn: need.isInsistedOn,
                isReferredTo: dependent != nil || referredTo.contains(saved.referenceName ?? ""),
                preview: preview,
                isOpen: !needed.isEmpty || !coming.isEmpty || !resolver.references(in: saved).isEmpty))
        for name in responseActions.captured {
            promises.append((name, captured[name], coming.insert(name).inserted))
            captured[name] = Self.placeholder
        }
        if !need.isInsistedOn { places[saved.number] = steps.count - 1 }
        return steps.count - 1
    }

    private func refuseCycle(to saved: SavedRequest) throws(ResolveError) {
        guard let start = path.firstIndex(where: { $0.number == saved.number }) else {
            guard path.count >= RequestPlan.maximumDepth else { return }
            throw ResolveError(
                .tooDeep, "Requests need each other more than \(RequestPlan.maximumDepth) deep."
            )
            .at(line: path[0].line, column: 1)
        }
        let labels = (path[start...] + [saved]).map(\.label)
        let words = labels.map { "“\($0)”" }.joined(separator: " needs ")
        throw ResolveError(.cycle(labels), "Requests need each other in a circle: \(words).")
            .at(line: path[start].line, column: 1)
    }

    // MARK: Needs

    /// Returns the requests that one names: by references, also in its assertions, and by `@ref`.
    private func needs(of saved: SavedRequest, _ responseActions: ResponseActions) throws(ResolveError)
        -> [Need]
    {
        var needs: [Need] = []
        for directive in saved.directives where directive.key == "ref" || directive.key == "forceref" {
            let request = try request(named: directive.argument, for: saved, line: directive.line)
            needs.append(Need(request: request, isInsistedOn: directive.key == "forceref"))
        }
        for reference in resolver.references(in: saved) + references(in: responseActions, of: saved) {
            let request = try request(named: reference.name, for: saved, line: saved.line)
            if !needs.contains(where: { $0.request.number == request.number }) {
                needs.append(Need(request: request))
            }
        }
        return needs
    }

    private func references(in responseActions: ResponseActions, of saved: SavedRequest)
        -> [ExchangeReference]
    {
        var found: [ExchangeReference] = []
        for template in responseActions.templates {
            let values = LateValues(captured: [:]) { (reference) throws(ResolveError) in
                found.append(reference)
                return []
            }
            _ = try? resolver.text(of: template, with: values)
        }
        return found.filter { $0.name != saved.referenceName }
    }

    private func request(
        named name: String, for saved: SavedRequest, line: Int
    ) throws(ResolveError) -> SavedRequest {
        let names = resolver.bindings.requestNames
        guard let request = names.index(of: name, from: saved.line).map({ file.requests[$0] }) else {
            let near = NearNames.of(name, among: names.likely)
            throw ResolveError(
                .undefined(name: name), "No request of this file is called “\(name)”.", near: near
            ).at(line: line, column: 1)
        }
        guard file.dialect == .union || request.number < saved.number else {
            throw ResolveError(.invalid, "“\(name)” must stand before the request that refers to it.")
                .at(line: line, column: 1)
        }
        return request
    }

    // MARK: Previews

    /// Fills a request in as far as that is possible now; what captures an unknown variable is placed before it.
    private mutating func preview(
        _ saved: SavedRequest, _ responseActions: ResponseActions, _ needed: inout [Int]
    ) throws(ResolveError) -> Request? {
        while true {
            do throws(ResolveError) {
                return try preview(saved, responseActions)
            } catch {
                guard case .undefined(let name) = error.kind, !coming.contains(name),
                    let source = source(of: name, for: saved)
                else { throw error }
                needed.append(try place(Need(request: source), for: saved.label))
            }
        }
    }

    private func preview(_ saved: SavedRequest, _ responseActions: ResponseActions) throws(ResolveError)
        -> Request?
    {
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
    /// one behind.
    private mutating func source(of name: String, for saved: SavedRequest) -> SavedRequest? {
        let own = saved.number - 1
        let sources = captures[name] ?? []
        let found = sources.last { $0 < own } ?? sources.first { $0 > own }
        return found.map { file.requests[$0] }
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
        let isReference = { (directive: Directive) in ["ref", "forceref"].contains(directive.key) }
        var names = Set(requests.flatMap(\.directives).filter(isReference).map(\.argument))
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

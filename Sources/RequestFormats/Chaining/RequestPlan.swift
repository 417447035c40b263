import ClientEngine

/// The requests to send so that those asked for can be sent, in an order in which each finds what it needs.
///
///     asked for: orders, logout          {{login.response.body.token}}   a reference
///     planned:   login ◀── orders        # @ref login                    said in so many words
///                  ▲────── logout        {{token}}                       a variable that login captures
///
/// A request that several need is sent once, unless one of them insists (`@forceRef`). What an earlier request of the
/// session has left is not asked for again.
public struct RequestPlan: Sendable {
    /// One request of a plan.
    public struct Step: Sendable {
        /// The request.
        public var saved: SavedRequest
        /// What it asks for once its response is there.
        public var followUp: FollowUp
        /// The steps that must be over before it, by their index.
        public var needs: [Int]
        /// What the first request that needs it is called; nil when it was asked for itself.
        public var neededBy: String?
        /// Whether it is sent for one request alone, even when it was sent before.
        public var isInsistedOn: Bool
        /// Whether other requests refer to it, so that its answer has to be kept.
        public var isReferredTo: Bool
        /// The request as far as it is known now; nil when its values have to come first.
        public var preview: Request?
        /// Whether values of other requests may still change it.
        public var isOpen: Bool
    }

    /// The requests, each behind those that it needs.
    public private(set) var steps: [Step] = []
    /// Why requests cannot be sent; with one of these nothing should be.
    public private(set) var problems: [ResolveError] = []

    /// Plans requests of one document.
    ///
    /// - Parameters:
    ///   - requests: what is asked for, in the order in which it should be sent.
    ///   - file: the document.
    ///   - resolver: fills the requests of that document in.
    ///   - memory: what earlier requests have left.
    public init(
        of requests: [SavedRequest], in file: HTTPFile, with resolver: RequestResolver,
        after memory: ChainMemory = ChainMemory()
    ) {
        var planner = RequestPlanner(file: file, resolver: resolver, memory: memory)
        for request in requests {
            do throws(ResolveError) {
                try planner.ask(for: request)
            } catch {
                if !problems.contains(error) { problems.append(error) }
            }
        }
        steps = planner.steps
    }
}

/// Puts the requests that others need before them.
private struct RequestPlanner {
    private struct Need {
        var request: SavedRequest
        var isInsistedOn = false
    }

    private let file: HTTPFile
    private let resolver: RequestResolver
    private let memory: ChainMemory
    /// Stands for values that are not known yet.
    private static let placeholder = "x"

    private(set) var steps: [RequestPlan.Step] = []
    /// The step of each request that is not sent for one other alone, by its number in the document.
    private var places: [Int: Int] = [:]
    /// The variables that steps so far will bring.
    private var coming: [String: String] = [:]
    /// The requests that are being placed, each needed by the one before it.
    private var path: [SavedRequest] = []

    /// The names that stand in references of the document.
    private let referredTo: Set<String>

    init(file: HTTPFile, resolver: RequestResolver, memory: ChainMemory) {
        self.file = file
        referredTo = file.namesInReferences(of: file.requests, in: file.bytes[...])
        self.resolver = resolver
        self.memory = memory
    }

    mutating func ask(for saved: SavedRequest) throws(ResolveError) {
        if let index = places[saved.number], steps[index].neededBy != nil {
            steps[index].neededBy = nil
        } else {
            _ = try place(Need(request: saved), for: nil)
        }
    }

    private mutating func place(_ need: Need, for dependent: String?) throws(ResolveError) -> Int {
        let saved = need.request
        if dependent != nil, !need.isInsistedOn, let index = places[saved.number] {
            steps[index].isReferredTo = true
            return index
        }
        try refuseCycle(to: saved)
        path.append(saved)
        defer { path.removeLast() }
        let followUp = FollowUp(of: saved)
        var needed: [Int] = []
        for need in try needs(of: saved, followUp) {
            if !need.isInsistedOn, memory.holds(need.request.referenceName ?? "", in: file.path) { continue }
            needed.append(try place(need, for: saved.label))
        }
        let preview = try preview(saved, followUp, &needed)
        steps.append(
            RequestPlan.Step(
                saved: saved, followUp: followUp, needs: needed, neededBy: dependent,
                isInsistedOn: need.isInsistedOn,
                isReferredTo: dependent != nil || referredTo.contains(saved.referenceName ?? ""),
                preview: preview,
                isOpen: !needed.isEmpty || !coming.isEmpty || !resolver.references(in: saved).isEmpty))
        for name in followUp.captured { coming[name] = Self.placeholder }
        if !need.isInsistedOn { places[saved.number] = steps.count - 1 }
        return steps.count - 1
    }

    private func refuseCycle(to saved: SavedRequest) throws(ResolveError) {
        guard let start = path.firstIndex(where: { $0.number == saved.number }) else { return }
        let labels = (path[start...] + [saved]).map(\.label)
        let words = labels.map { "“\($0)”" }.joined(separator: " needs ")
        throw ResolveError(.cycle(labels), "Requests need each other in a circle: \(words).")
            .at(line: path[start].line, column: 1)
    }

    // MARK: Needs

    /// What a request names: by references, also in its assertions, and by `@ref`.
    private func needs(of saved: SavedRequest, _ followUp: FollowUp) throws(ResolveError) -> [Need] {
        var needs: [Need] = []
        for directive in saved.directives where directive.key == "ref" || directive.key == "forceref" {
            let request = try request(named: directive.argument, for: saved, line: directive.line)
            needs.append(Need(request: request, isInsistedOn: directive.key == "forceref"))
        }
        for reference in resolver.references(in: saved) + references(in: followUp, of: saved) {
            let request = try request(named: reference.name, for: saved, line: saved.line)
            if !needs.contains(where: { $0.request.number == request.number }) {
                needs.append(Need(request: request))
            }
        }
        return needs
    }

    private func references(in followUp: FollowUp, of saved: SavedRequest) -> [ExchangeReference] {
        var found: [ExchangeReference] = []
        for template in followUp.templates {
            let values = RunValues(captured: [:]) { (reference) throws(ResolveError) in
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
        guard let request = file.request(referredToAs: name, from: saved.line) else {
            let near = NearNames.of(name, among: file.requests.compactMap(\.referenceName))
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
        _ saved: SavedRequest, _ followUp: FollowUp, _ needed: inout [Int]
    ) throws(ResolveError) -> Request? {
        while true {
            do throws(ResolveError) {
                return try preview(saved, followUp)
            } catch {
                guard case .undefined(let name) = error.kind, coming[name] == nil,
                    let source = source(of: name, for: saved)
                else { throw error }
                needed.append(try place(Need(request: source), for: saved.label))
            }
        }
    }

    private func preview(_ saved: SavedRequest, _ followUp: FollowUp) throws(ResolveError) -> Request? {
        let values = RunValues(captured: memory.captured.merging(coming) { $1 }) { _ in
            Array(Self.placeholder.utf8)
        }
        for template in followUp.templates { _ = try resolver.text(of: template, with: values) }
        do throws(ResolveError) {
            return try resolver.resolve(saved, with: values)
        } catch {
            // A placeholder is no URL and no name of a file; the value that takes its place may be.
            let isOpen = !coming.isEmpty || !resolver.references(in: saved).isEmpty
            switch error.kind {
            case .invalid where isOpen, .file where isOpen: return nil
            default: throw error
            }
        }
    }

    /// The request that captures a variable: the last one before the request that uses it, else the first one behind.
    private func source(of name: String, for saved: SavedRequest) -> SavedRequest? {
        let sources = file.requests.filter { request in
            request.number != saved.number && FollowUp(of: request).captured.contains(name)
        }
        return sources.last { $0.number < saved.number } ?? sources.first
    }
}

extension HTTPFile {
    /// What stands between `{{` and a dot, and behind `@ref`; some of it may be no request.
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

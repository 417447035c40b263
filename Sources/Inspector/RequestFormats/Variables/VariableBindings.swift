import ClientEngine
import ClientEngineRecording
import EngineSupport

/// The variables of a document, each bound once: every reference to `@id = {{$uuid}}` sees the same value.
struct VariableBindings: Sendable {
    static let maximumDepth = 32

    private let definitions: [HTTPFile.Definition]
    private let dialect: HTTPFile.Dialect
    private let scope: VariableScope
    let requestNames: RequestNames
    /// The names of requests in other documents that this one imports.
    private let imported: Set<String>
    /// The names that a wrong one may have meant: the first ones of the document.
    private let likelyNames: [String]
    private let indices: [String: [Int]]
    private var values: [Result<ResolvedText, ResolveError>?]
    private var size = 0

    init(_ file: HTTPFile, scope: VariableScope, imported: Set<String> = []) {
        self.imported = imported
        definitions = file.definitions
        dialect = file.dialect
        self.scope = scope
        requestNames = RequestNames(file)
        indices = Dictionary(grouping: file.definitions.indices) { file.definitions[$0].name }
        var seen: Set<String> = []
        let isNew = { (definition: HTTPFile.Definition) in seen.insert(definition.name).inserted }
        likelyNames = file.definitions.prefix(SimilarNames.mostCandidates).filter(isNew).map(\.name)
        values = Array(repeating: nil, count: file.definitions.count)
        for index in definitions.indices { bind(index, []) }
    }

    /// Returns the value of a reference in a line; a definition further up comes before one further down.
    func value(
        of reference: Reference, line: Int, captured: [String: String] = [:]
    ) throws(ResolveError) -> ResolvedText {
        switch reference {
        case .dynamic(let name, let arguments):
            return try dynamicValue(of: name, arguments, line: line, captured)
        case .variable(let name, let isEncoded):
            let value = try value(of: name, line: line, captured)
            return isEncoded ? value.percentEncoded : value
        case .exchange(let reference, let isEncoded):
            let value = try value(of: reference, line: line, captured)
            return isEncoded ? value.percentEncoded : value
        }
    }

    /// `%` before the argument takes the name from a variable; `$shared` asks the environment.
    private func dynamicValue(
        of name: String, _ arguments: [String], line: Int, _ captured: [String: String]
    ) throws(ResolveError) -> ResolvedText {
        if name == "shared" { return try scope.environment.sharedValue(arguments) }
        guard name != "command" else {
            throw ResolveError(
                .unsupported,
                "“$command” runs for variables of environment files alone: write it into http-client.env.json, and name the variable here."
            )
        }
        guard ["processEnv", "dotenv"].contains(name), let first = arguments.first, first.hasPrefix("%")
        else {
            return try scope.dynamic.filledValue(of: name, arguments)
        }
        let named = try value(of: String(first.dropFirst()), line: line, captured)
            .settled(by: LateValues(captured: captured))
        let argument = String(decoding: named.octets, as: UTF8.self)
        return try scope.dynamic.filledValue(of: name, [argument] + arguments.dropFirst())
    }

    private func value(
        of name: String, line: Int, _ captured: [String: String]
    ) throws(ResolveError) -> ResolvedText {
        if let value = scope.overrides[name] {
            return ResolvedText(value, secrets: Redaction.isSecret(variable: name) ? [value] : [])
        }
        if let value = captured[name] { return ResolvedText(value, secrets: [value], passing: [value]) }
        if let index = definition(of: name, above: line) ?? definition(of: name, below: line),
            let result = values[index]
        {
            return try result.get()
        }
        if let value = try scope.environment.filledValue(of: name) { return value }
        let error = ResolveError(.undefined(name: name), "The variable “\(name)” is not defined.")
        return ResolvedText(.variable(name: name, otherwise: error))
    }

    /// A dotted name may also be a variable's; a request of that name comes first.
    private func value(
        of reference: ExchangeReference, line: Int, _ captured: [String: String]
    ) throws(ResolveError) -> ResolvedText {
        if requestNames.contains(reference.name) || imported.contains(reference.name) {
            return ResolvedText(.exchange(reference))
        }
        let value = try value(of: reference.description, line: line, captured)
        guard case .variable? = value.lateSources.first else { return value }
        throw unknown(request: reference.name)
    }

    func unknown(request name: String) -> ResolveError {
        let place = imported.isEmpty ? "of this file" : "of this file or those it imports"
        return ResolveError(
            .undefined(name: name), "No request \(place) is called “\(name)”.",
            near: SimilarNames(to: name, among: requestNames.likely + imported.sorted()).names)
    }

    func isGiven(_ name: String, _ captured: [String: String]) -> Bool {
        scope.overrides[name] != nil || captured[name] != nil
    }

    /// Adds to an error the names that were perhaps meant: only here, because a file may hold very many errors.
    func explained(_ error: ResolveError) -> ResolveError {
        guard case .undefined(let name) = error.kind, error.near.isEmpty else { return error }
        var error = error
        let known = Set(likelyNames).union(scope.overrides.keys).union(scope.environment.values.keys)
        error.near = SimilarNames(to: name, among: known.sorted()).names
        return error
    }

    /// Definitions that hide a variable of the environment; JetBrains would take the environment's.
    var shadowing: [HTTPFile.Definition] {
        definitions.filter { scope.environment.values[$0.name] != nil }
    }

    /// Returns the definition in the document that gives a variable its value in a line.
    func definition(of name: String, seenFrom line: Int) -> HTTPFile.Definition? {
        (definition(of: name, above: line) ?? definition(of: name, below: line)).map { definitions[$0] }
    }

    private func definition(of name: String, above line: Int) -> Int? {
        guard let candidates = indices[name] else { return nil }
        // The definitions are in the order of their lines.
        let low = candidates.partitioningIndex { definitions[$0].line >= line }
        return low == 0 ? nil : candidates[low - 1]
    }

    /// Other programs let a name be used before its definition; the draft does not.
    private func definition(of name: String, below line: Int) -> Int? {
        guard dialect == .union, scope.environment.values[name] == nil else { return nil }
        return indices[name]?.first { definitions[$0].line >= line }
    }

    private mutating func bind(_ index: Int, _ path: [Int]) {
        guard values[index] == nil else { return }
        let definition = definitions[index]
        do throws(ResolveError) {
            try bindDependencies(of: index, path + [index])
            let text = try text(of: definition)
            guard size + text.size <= Substitution.maximumSize else {
                throw ResolveError(.tooLarge, "The variables of the file hold more than 16 MiB.")
                    .at(line: definition.line, column: 1)
            }
            size += text.size
            values[index] = .success(text)
        } catch {
            values[index] = .failure(error)
        }
    }

    /// Not mutating, so that the copy that the closure takes is gone before anything is bound.
    private func text(of definition: HTTPFile.Definition) throws(ResolveError) -> ResolvedText {
        var braces = BraceText(definition.value)
        if dialect == .union, definition.value.text.holdsReference, let text = braces.next() {
            let problem = Diagnostic(ofBraces: text)
            throw ResolveError(.invalid, problem.message).at(problem)
        }
        let bindings = self
        let substitution = Substitution(dialect: dialect) { (reference) throws(ResolveError) in
            try bindings.value(of: reference, line: definition.line)
        }
        let text = try substitution.filled(definition.value)
        return Redaction.isSecret(variable: definition.name) ? text.hidden : text
    }

    /// Binds what a definition refers to first; only names that are defined further down are not bound yet.
    private mutating func bindDependencies(of index: Int, _ path: [Int]) throws(ResolveError) {
        let definition = definitions[index]
        var scanner = ReferenceScanner(definition.value.text, dialect: dialect)
        while let token = scanner.next() {
            guard case .reference(.variable(let name, _), _) = token, scope.overrides[name] == nil,
                let next = self.definition(of: name, above: definition.line)
                    ?? self.definition(of: name, below: definition.line),
                values[next] == nil
            else { continue }
            if let start = path.firstIndex(of: next) {
                let names = (path[start...] + [next]).map { definitions[$0].name }
                throw ResolveError(
                    .cycle(names), "Variables lead back to themselves: \(names.joined(separator: " → "))."
                )
                .at(line: definition.line, column: definition.value.column)
            }
            guard path.count < Self.maximumDepth else {
                throw ResolveError(
                    .tooDeep, "Variables lead to each other more than \(Self.maximumDepth) deep."
                )
                .at(line: definition.line, column: definition.value.column)
            }
            bind(next, path)
        }
    }
}

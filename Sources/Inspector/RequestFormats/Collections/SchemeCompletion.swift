/// Gives URLs the scheme that other programs take where none is written: `http`.
///
/// A URL may begin with a variable. Where its values have no scheme the URL gets one; where only some of them have, the
/// others do.
struct SchemeCompletion {
    private var values: [String: [String]] = [:]
    /// Variables whose values are to be completed.
    private var incomplete: Set<String> = []

    static func completed(_ collection: RequestCollection) -> RequestCollection {
        var completion = SchemeCompletion()
        for variable in collection.allVariables {
            completion.values[variable.name, default: []].append(variable.value)
        }
        var collection = collection
        collection.mapRequests { request, _ in request.url = completion.complete(request.url) }
        guard !completion.incomplete.isEmpty else { return collection }
        collection.mapVariables(completion.complete)
        collection.warnings += completion.incomplete.sorted().map {
            .init("variables", "Some values of “\($0)” had no scheme: they begin with http:// now.")
        }
        return collection
    }

    private mutating func complete(_ url: String) -> String {
        if url.hasPrefix("//") { return "http:" + url }
        guard let name = Self.firstReference(of: url) else {
            return url.isEmpty || url.hasPrefix("/") || url.hasScheme ? url : "http://" + url
        }
        let begins = beginnings(of: name, depth: 0)
        if !begins.contains(true) { return begins.contains(false) ? "http://" + url : url }
        if begins.contains(false) { incomplete.insert(name) }
        return url
    }

    /// Returns whether each value of a variable begins with a scheme; what is not known says nothing.
    private func beginnings(of name: String, depth: Int) -> Set<Bool> {
        guard depth < 8 else { return [] }
        return (values[name] ?? []).reduce(into: []) { found, value in
            if let inner = Self.firstReference(of: value) {
                found.formUnion(beginnings(of: inner, depth: depth + 1))
            } else if !value.isEmpty {
                found.insert(value.hasScheme)
            }
        }
    }

    private func complete(_ variable: RequestCollection.Variable) -> RequestCollection.Variable {
        var variable = variable
        let isOpen = Self.firstReference(of: variable.value) != nil || variable.value.isEmpty
        if incomplete.contains(variable.name), !isOpen, !variable.value.hasScheme {
            variable.value = "http://" + variable.value
        }
        return variable
    }

    /// Returns the variable that a text begins with.
    private static func firstReference(of text: String) -> String? {
        var scanner = TemplateScanner(text)
        // `{{scheme}}://…` has a scheme, whatever it is.
        guard case .braces(let name)? = scanner.next(), !text[name.endIndex...].hasPrefix("}}:/") else {
            return nil
        }
        return String(name.trimmedBlanks)
    }
}

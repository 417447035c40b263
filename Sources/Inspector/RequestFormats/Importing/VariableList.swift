/// Variables of several places of another program, which hold everywhere here: the first value of a name is taken.
struct VariableList {
    private(set) var variables: [RequestCollection.Variable] = []
    private var values: [String: String] = [:]

    init(_ variables: [RequestCollection.Variable] = []) {
        variables.forEach { _ = add($0) }
    }

    /// Adds a variable; false where its name has another value.
    mutating func add(_ variable: RequestCollection.Variable) -> Bool {
        if let known = values[variable.name] { return known == variable.value }
        values[variable.name] = variable.value
        variables.append(variable)
        return true
    }

    /// Adds a variable of a place; another value than the first is a warning.
    mutating func add(_ variable: RequestCollection.Variable, at place: String, _ warnings: inout WarningList)
    {
        if !add(variable) {
            warnings.add(place, "“\(variable.name)” has another value elsewhere; the first one is taken.")
        }
    }
}

/// The environments that variables can come from.
struct EnvironmentChoice: Equatable, Sendable {
    /// An environment, and what its files say.
    struct Known: Equatable, Sendable {
        var name: String
        /// The files that know it, in the order in which they count.
        var files: [String] = []
        /// The variables by name, the shared ones included.
        var variables: [Variable] = []
        /// Where files contradict each other.
        var warnings: [String] = []
    }

    /// A variable as it may be shown.
    struct Variable: Equatable, Sendable {
        var name: String
        /// What stands in the file; nil where that is private.
        var value: String?
    }

    private(set) var environments: [Known] = []
    var selected: String?

    var names: [String] { environments.map(\.name) }
    /// The names that any environment, or the command line, gives a value.
    var variableNames: Set<String> = []

    init(environments: [Known] = [], selected: String? = nil) {
        self.environments = environments
        self.selected = selected
    }

    init(names: [String], selected: String? = nil) {
        self.init(environments: names.map { Known(name: $0) }, selected: selected)
    }
}

/// The environments that variables can come from.
package struct EnvironmentChoice: Equatable, Sendable {
    package struct Known: Equatable, Sendable {
        package var name: String
        /// The files that know it, in the order in which they count.
        package var files: [String]
        /// The variables by name, the shared ones included.
        package var variables: [Variable]
        package var warnings: [String]

        package init(
            name: String, files: [String] = [], variables: [Variable] = [], warnings: [String] = []
        ) {
            self.name = name
            self.files = files
            self.variables = variables
            self.warnings = warnings
        }
    }

    package struct Variable: Equatable, Sendable {
        package var name: String
        /// The value in the file; nil where that is private.
        package var value: String?

        package init(name: String, value: String?) {
            self.name = name
            self.value = value
        }
    }

    package private(set) var environments: [Known] = []
    package var selected: String?

    package var names: [String] { environments.map(\.name) }
    /// The names that any environment, or the command line, gives a value.
    package var variableNames: Set<String> = []

    package init(environments: [Known] = [], selected: String? = nil) {
        self.environments = environments
        self.selected = selected
    }
}

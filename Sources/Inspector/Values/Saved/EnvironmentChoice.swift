/// The environments that variables can come from.
package struct EnvironmentChoice: Equatable, Sendable {
    package struct Known: Equatable, Sendable {
        package var name: String
        /// The files that define the environment, in order of precedence.
        package var files: [String]
        /// The variables sorted by name, including shared ones.
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
        /// The value in the file, or `nil` if the file is private.
        package var value: String?

        package init(name: String, value: String?) {
            self.name = name
            self.value = value
        }
    }

    package private(set) var environments: [Known] = []
    package var selected: String?

    package var names: [String] { environments.map(\.name) }
    /// The names of all variables that an environment or the command line defines.
    package var variableNames: Set<String> = []

    package init(environments: [Known] = [], selected: String? = nil) {
        self.environments = environments
        self.selected = selected
    }
}

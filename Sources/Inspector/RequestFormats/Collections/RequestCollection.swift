/// Requests on their way from or to another program's file: what every importer makes and every exporter takes.
///
/// All text may hold `{{name}}` references; whatever an importer read in another spelling it has turned into this one.
public struct RequestCollection: Sendable, Hashable {
    /// The name, which becomes that of the file or folder.
    public var name: String
    /// The description, possibly several lines.
    public var about: String
    /// Its folders and requests, in their order.
    public var items: [Item]
    /// Variables that hold everywhere in it.
    public var variables: [Variable]
    /// Named sets of variables.
    public var environments: [Environment]
    /// The warnings.
    public var warnings: [Warning]

    /// Creates a collection.
    public init(
        name: String, items: [Item] = [], variables: [Variable] = [], environments: [Environment] = [],
        warnings: [Warning] = []
    ) {
        self.name = name
        self.about = ""
        self.items = items
        self.variables = variables
        self.environments = environments
        self.warnings = warnings
    }

    /// A folder or a request.
    public indirect enum Item: Sendable, Hashable {
        /// A folder of further items.
        case folder(Folder)
        /// One request.
        case request(EditableRequest)
    }

    /// A folder.
    public struct Folder: Sendable, Hashable {
        /// Its name.
        public var name: String
        /// The description, possibly several lines.
        public var about: String
        /// The items in it.
        public var items: [Item]

        /// Creates a folder.
        public init(name: String, about: String = "", items: [Item]) {
            self.name = name
            self.about = about
            self.items = items
        }
    }

    /// A name and a value.
    public struct Variable: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The value, which may refer to others.
        public var value: String
        /// Indicates whether it belongs into the private file of environments.
        public var isSecret: Bool

        /// Creates a variable.
        public init(_ name: String, _ value: String, isSecret: Bool = false) {
            self.name = name
            self.value = value
            self.isSecret = isSecret
        }
    }

    /// A named set of variables.
    public struct Environment: Sendable, Hashable {
        /// Its name.
        public var name: String
        /// Its variables.
        public var variables: [Variable]

        /// Creates an environment.
        public init(name: String, variables: [Variable]) {
            self.name = name
            self.variables = variables
        }
    }

    /// Something that the other format said and that is not carried over.
    public struct Warning: Sendable, Hashable {
        /// The place: folder and request names joined by ` / `, or the name of a part of the file.
        public var place: String
        /// The warning, as a sentence.
        public var text: String

        /// Creates a warning.
        public init(_ place: String, _ text: String) {
            self.place = place
            self.text = text
        }
    }
}

extension RequestCollection {
    /// The variables that hold everywhere, then those of environments.
    var allVariables: [Variable] { variables + environments.flatMap(\.variables) }

    /// Changes every variable, those of environments included.
    mutating func mapVariables(_ change: (Variable) -> Variable) {
        variables = variables.map(change)
        for index in environments.indices {
            environments[index].variables = environments[index].variables.map(change)
        }
    }

    /// Changes every request, folders within folders included; the place is the names of its folders and its own.
    mutating func mapRequests(_ change: (inout EditableRequest, _ place: String) -> Void) {
        items = Self.map(items, in: [], change)
    }

    private static func map(
        _ items: [Item], in folders: [String], _ change: (inout EditableRequest, String) -> Void
    ) -> [Item] {
        items.map { item in
            switch item {
            case .folder(var folder):
                folder.items = map(folder.items, in: folders + [folder.name], change)
                return .folder(folder)
            case .request(var request):
                change(&request, (folders + [request.name]).joined(separator: " / "))
                return .request(request)
            }
        }
    }
}

import ClientEngine
import ClientEngineRecording
import InspectorCanvas
import InspectorValues
import RequestFormats

// What the fields of a form offer to write.
extension DraftState {
    /// The folder whose files the field at the cursor asks for, as it is written there; nil where it asks for none.
    var wantedFolder: String? { typedPath.map { String($0.prefix($0.count - Self.lastName(of: $0).count)) } }

    /// Offers words to write at the cursor, when somebody has just typed, or has come into the field.
    func completion(entering isEntering: Bool = false, _ environments: EnvironmentChoice) -> Completion? {
        guard let (before, behind) = editor?.lineAroundCursor else { return nil }
        if let reference = Self.openReference(in: before) {
            let closing = behind.hasPrefix("}}") ? 2 : 0
            return Completion(
                .init(text: reference, behind: closing), of: variables(besides: environments),
                purpose: isEntering ? .beginning : .writing)
        }
        if selection == .method { return methods(before + behind, behind.count, isEntering) }
        // In the middle of a text nobody needs another end of it.
        guard behind.isEmpty, !isEntering || draft[selection].isEmpty else { return nil }
        let isBeginning = isEntering && Self.hasFewValues(selection)
        guard !before.isEmpty || isBeginning else { return nil }
        return Completion(
            .init(text: word(in: before)), of: candidates(behind: before),
            purpose: isEntering ? .beginning : .writing)
    }

    /// While nobody has typed, all are there, and the one that holds is selected.
    private func methods(_ text: String, _ behind: Int, _ isEntering: Bool) -> Completion? {
        let word = Completion.Word(text: isEntering ? "" : text, behind: behind)
        return Completion(
            word, of: Draft.methods.map { .init(text: $0) }, purpose: .choosing, selecting: text)
    }

    /// Fields whose values are worth showing to who has just come: a row that begins has too many names.
    private static func hasFewValues(_ field: DraftField) -> Bool {
        switch field {
        case .cell(.headers, _, .value), .cell(.parts, _, .type), .file: true
        default: false
        }
    }

    // MARK: Candidates

    private func candidates(behind before: String) -> [Completion.Candidate] {
        if typedPath != nil { return files }
        let texts =
            switch selection {
            case .cell(.headers, _, .name): HeaderFields.names
            case .cell(.headers, let index, .value): HeaderFields.values(of: headerName(index)).values
            case .cell(.parts, _, .type): HeaderFields.mediaTypes
            case .retryWhen: Self.conditions
            default: [String]()
            }
        return texts.map { .init(text: $0) }
    }

    private static let conditions =
        ["5xx", "429", "503"] + ClientError.Kind.allCases.map(\.rawValue)

    /// The part of the text before the cursor that a candidate takes the place of.
    private func word(in before: String) -> String {
        if let typedPath { return Self.lastName(of: typedPath) }
        switch selection {
        case .cell(.headers, let index, .value) where HeaderFields.values(of: headerName(index)).areSeveral:
            return String(before.split(at: ",", omittingEmptySubsequences: false).last ?? "").trimmed
        case .retryWhen:
            return before.split(at: " ", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        default: return before
        }
    }

    private func headerName(_ index: Int) -> String {
        draft.headers.indices.contains(index) ? draft.headers[index].name : ""
    }

    // MARK: Variables

    /// The name that is being written between braces; nil outside of them.
    private static func openReference(in before: String) -> String? {
        guard let open = before.ranges(of: "{{").last else { return nil }
        let inside = before[open.upperBound...]
        return inside.contains("}") || inside.contains("\"")
            ? nil : String(inside.drop { $0 == " " || $0 == "%" })
    }

    /// The variables that have values here, secret ones without, and those that are made when a request is sent.
    private func variables(besides environments: EnvironmentChoice) -> [Completion.Candidate] {
        var known: [(name: String, value: String?)] = HTTPFile(parsing: text, path: "draft").definitions
            .map { ($0.name, $0.value.text) }
        let environment = environments.environments.first { $0.name == environments.selected }
        known += environment?.variables.map { ($0.name, $0.value) } ?? []
        // Those of other environments have no value now; what is left comes from the command line.
        let ofFiles = Set(environments.environments.flatMap(\.variables).map(\.name))
        known += environments.variableNames.subtracting(ofFiles).sorted().map { ($0, "--var") }
        var seen: Set<String> = []
        return known.filter { seen.insert($0.name).inserted }.map { name, value in
            let isSecret = value == nil || Redaction.isSecret(variable: name)
            return .init(text: name + "}}", note: isSecret ? "••••" : value ?? "", title: name)
        } + Self.madeValues.map { .init(text: $0.name + "}}", note: $0.about, title: $0.name) }
    }

    private static let madeValues: [(name: String, about: String)] = [
        ("$uuid", "a new identifier"), ("$timestamp", "seconds since 1970"),
        ("$isoTimestamp", "the date and time"), ("$randomInt", "a number up to 1000"),
        ("$processEnv", "NAME: of your environment"), ("$dotenv", "NAME: of the file .env"),
        ("$random.alphanumeric", "letters and digits"), ("$random.email", "an address"),
    ]

    // MARK: Files

    /// The path that is being written before the cursor; nil where a field wants none.
    private var typedPath: String? {
        guard let before = editor?.lineAroundCursor.before else { return nil }
        switch selection {
        case .file: return before
        case .cell(.parts, _, .value): return before.hasPrefix("@") ? String(before.dropFirst()) : nil
        case .text: return before.hasPrefix("< ") ? String(before.dropFirst(2)) : nil
        default: return nil
        }
    }

    private static func lastName(of path: String) -> String {
        String(path.split(at: "/", omittingEmptySubsequences: false).last ?? "")
    }

    /// The names in the folder that the path has come to; hidden ones for those who have begun one.
    private var files: [Completion.Candidate] {
        guard let listing, listing.folder == wantedFolder else { return [] }
        let isHidden = typedPath.map { Self.lastName(of: $0).hasPrefix(".") } ?? false
        return listing.names.filter { isHidden || !$0.hasPrefix(".") }.map { .init(text: $0) }
    }
}

extension DraftState.Editor {
    var text: String {
        switch self {
        case .line(let field): field.text
        case .area(let area): area.text
        }
    }

    /// Gives a key to the field; false for one that means nothing there.
    mutating func apply(_ key: Key, clipboard: inout String) -> Bool {
        switch self {
        case .line(var field):
            defer { self = .line(field) }
            return field.apply(key, clipboard: &clipboard)
        case .area(var area):
            defer { self = .area(area) }
            return area.apply(key, clipboard: &clipboard)
        }
    }

    /// The line with the cursor, up to it and from it on.
    var lineAroundCursor: (before: String, after: String) {
        switch self {
        case .line(let field): field.lineAroundCursor
        case .area(let area): area.lineAroundCursor
        }
    }

    /// Writes a candidate in the place of the word at the cursor.
    mutating func insert(_ candidate: Completion.Candidate, in place: Completion.Word) {
        switch self {
        case .line(var field):
            field.insert(candidate.text, replacing: place.text.count, place.behind)
            self = .line(field)
        case .area(var area):
            area.insert(candidate.text, replacing: place.text.count, place.behind)
            self = .area(area)
        }
    }
}

/// The names in a folder that a field asks for.
package struct PathListing: Equatable, Sendable {
    /// The folder as it is written in the field: empty, or with a slash at its end.
    package var folder: String
    /// The names in it; folders end with a slash.
    package var names: [String]

    package init(folder: String, names: [String]) {
        self.folder = folder
        self.names = names
    }
}

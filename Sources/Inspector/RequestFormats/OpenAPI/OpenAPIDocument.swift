import EngineJSON

/// A description of an API, with what readers of its parts share: references, a budget, the list of warnings.
///
/// References make short documents stand for long ones, so every visit is paid for from a budget; what is left out
/// because of it is a warning like any other.
struct OpenAPIDocument {
    /// The purposes of visits: when samples have used up theirs, requests are still made.
    enum Purpose {
        case samples, requests
    }

    /// The maximum number of visits for each purpose, repetitions through references included.
    static let budget = 1_000_000
    private static let longestChain = 32

    let root: JSONValue
    private var files: OpenAPIFiles
    var warnings = WarningList()
    /// The members of the body that is being read.
    var samples = SampleNames()
    private var spent: [Purpose: Int] = [:]
    private var known: [String: JSONValue] = [:]
    /// The places of names in objects that references lead through.
    private var indexes: [String: [String: Int]] = [:]

    init(root: JSONValue, files: OpenAPIFiles = OpenAPIFiles()) {
        self.root = root
        self.files = files
    }

    /// Pays for visiting values; false when nothing is left.
    mutating func spend(_ cost: Int = 1, for purpose: Purpose, at place: String) -> Bool {
        spent[purpose, default: 0] += cost
        guard spent[purpose, default: 0] > Self.budget else { return true }
        switch purpose {
        case .samples:
            warnings.add(place, "The document is too large: sample values are left out from here on.")
        case .requests: warnings.add(place, "The document is too large: what follows is left out.")
        }
        return false
    }

    struct Found {
        var value: JSONValue
        var reference: String?
    }

    /// Follows references until there is none; nil when one leads nowhere or out of the document.
    mutating func resolve(_ value: JSONValue, at place: String) -> Found? {
        var found = Found(value: value)
        for _ in 0..<Self.longestChain {
            guard let reference = found.value["$ref"]?.string else { return found }
            guard let target = target(of: reference) else {
                let file = reference.prefix(before: "#")
                warnings.add(
                    place,
                    file.isEmpty
                        ? "“\(reference)” leads nowhere."
                        : "“\(file)” is another file: import its folder to have it read.")
                return nil
            }
            found = Found(value: target, reference: reference)
        }
        warnings.add(place, "The references lead in a circle.")
        return nil
    }

    /// Returns the object behind a value and its references.
    mutating func object(_ value: JSONValue?, at place: String) -> JSONObject? {
        guard let value else { return nil }
        return resolve(value, at: place)?.value.object
    }

    private mutating func target(of reference: String) -> JSONValue? {
        if let value = known[reference] { return value }
        guard let value = find(reference) else { return nil }
        known[reference] = value
        return value
    }

    /// Walks a JSON pointer (RFC 6901) in a fragment, behind the name of a file or none.
    private mutating func find(_ reference: String) -> JSONValue? {
        let file = reference.prefix(before: "#")
        let fragment = String(reference[file.endIndex...].dropFirst())
        let pointer = fragment.percentDecoded ?? fragment
        guard var value = file.isEmpty ? root : files.content(of: String(file)) else { return nil }
        guard !pointer.isEmpty else { return value }
        guard pointer.hasPrefix("/") else { return nil }
        var walked = "\(file)#"
        for token in pointer.dropFirst().split(at: "/", omittingEmptySubsequences: false) {
            let name = token.replacing("~1", with: "/").replacing("~0", with: "~")
            switch value {
            case .array(let elements):
                guard let index = Int(name), elements.indices.contains(index) else { return nil }
                value = elements[index]
            case .object(let object):
                guard let index = index(of: object, at: walked)[String(name)] else { return nil }
                value = object.members[index].value
            default: return nil
            }
            walked += "/" + token
        }
        return value
    }

    private mutating func index(of object: JSONObject, at pointer: String) -> [String: Int] {
        if let index = indexes[pointer] { return index }
        var index: [String: Int] = [:]
        for (place, member) in object.members.enumerated() { index[member.name] = place }
        indexes[pointer] = index
        return index
    }
}

extension JSONValue {
    /// The cost of writing the value, in visits.
    var weight: Int {
        switch self {
        case .null, .bool, .number: 1
        case .string(let text): 1 + text.utf8.count / 32
        case .array(let elements): elements.reduce(1) { $0 + $1.weight }
        case .object(let object): object.members.reduce(1) { $0 + 1 + $1.value.weight }
        }
    }
}

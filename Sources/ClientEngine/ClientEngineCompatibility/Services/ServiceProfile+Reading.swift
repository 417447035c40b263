import ClientEngine
import FoundationEssentials
import Glibc

extension ServiceProfile {
    /// Reads a JSON file or a property list.
    ///
    /// - Throws: All problems, each with its position.
    public init(contentsOfFile path: String) throws(ServiceProfileError) {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            let reason = String(cString: strerror(errno))
            throw ServiceProfileError(found: [Problem(path, "cannot be read: \(reason)")])
        }
        try self.init(parsing: data)
    }

    /// Parses JSON, or a property list in its XML or binary form.
    ///
    /// - Throws: All problems, each with its position.
    public init(parsing data: Data) throws(ServiceProfileError) {
        try self.init(Self.tree(of: data))
    }

    /// Creates a profile from a JSON value with the members of a profile file.
    ///
    /// ```swift
    /// let profile = try ServiceProfile(["Resources": [["Name": "user", "URITemplate": "users/{id}"]]])
    /// ```
    ///
    /// - Throws: All problems, each with its position.
    public init(_ value: JSONValue) throws(ServiceProfileError) {
        var reader = ServiceProfileReader()
        self = reader.profile(of: value)
        let problems = reader.problems + problems(at: reader.indices)
        guard problems.isEmpty else { throw ServiceProfileError(found: problems) }
    }

    private static func tree(of data: Data) throws(ServiceProfileError) -> JSONValue {
        let first = data.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
        do {
            guard first == UInt8(ascii: "<") || data.starts(with: Data("bplist".utf8)) else {
                return try JSONValue(parsing: data)
            }
            return try PropertyListDecoder().decode(PropertyListTree.self, from: data).value
        } catch {
            throw ServiceProfileError(found: [Problem("the text", "\(error)")])
        }
    }
}

/// A value in a property list that a profile may contain.
///
/// Any other value is `null`.
private struct PropertyListTree: Decodable {
    let value: JSONValue

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Key.self) {
            let keys = members.allKeys.sorted { $0.stringValue < $1.stringValue }
            value = .object(
                JSONObject(
                    try keys.map { key in
                        JSONObject.Member(
                            name: key.stringValue,
                            value: try members.decode(PropertyListTree.self, forKey: key).value)
                    }))
        } else if var elements = try? decoder.unkeyedContainer() {
            var list: [JSONValue] = []
            while !elements.isAtEnd { list.append(try elements.decode(PropertyListTree.self).value) }
            value = .array(list)
        } else {
            value = (try? decoder.singleValueContainer().decode(String.self)).map { .string($0) } ?? .null
        }
    }
}

private struct ServiceProfileReader {
    private(set) var problems: [ServiceProfile.Problem] = []
    /// The indices of the endpoints that were read.
    private(set) var indices: [Int] = []

    mutating func profile(of value: JSONValue) -> ServiceProfile {
        var profile = ServiceProfile(unchecked: [])
        guard let object = value.object else {
            note("the whole", "is not a dictionary")
            return profile
        }
        if let base = object["BaseURL"] {
            if base.string == nil { note("BaseURL", "is not text") }
            profile.baseURL = base.string ?? ""
        }
        guard let resources = object["Resources"]?.array else {
            note("Resources", object["Resources"] == nil ? "is missing" : "is not a list")
            return profile
        }
        profile.resources = resources.enumerated().compactMap { resource(of: $1, at: $0) }
        return profile
    }

    private mutating func resource(of value: JSONValue, at index: Int) -> ServiceProfile.Resource? {
        let place = "Resources[\(index)]"
        guard let object = value.object else {
            note(place, "is not a dictionary")
            return nil
        }
        for member in object.members where member.value.string == nil {
            note("\(place).\(member.name)", "is not text")
        }
        for key in ["Name", "URITemplate"] where object[key] == nil { note("\(place).\(key)", "is missing") }
        guard let name = object["Name"]?.string, let template = object["URITemplate"]?.string else {
            return nil
        }
        indices.append(index)
        let method = object["Method"]?.string.map { HTTPMethod(rawValue: $0) } ?? .get
        return ServiceProfile.Resource(name, template: template, method: method)
    }

    private mutating func note(_ place: String, _ message: String) {
        problems.append(ServiceProfile.Problem(place, message))
    }
}

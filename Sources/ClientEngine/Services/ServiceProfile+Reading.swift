import EngineJSON
import Foundation

extension ServiceProfile {
    /// Reads a file: JSON or a property list.
    ///
    /// - Throws: everything that is wrong, each with its place.
    public init(contentsOfFile path: String) throws(ServiceProfileError) {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw ServiceProfileError(found: [Problem(path, "cannot be read: \(error.localizedDescription)")])
        }
        try self.init(parsing: data)
    }

    /// Reads JSON, or a property list in its XML or binary form.
    ///
    /// - Throws: everything that is wrong, each with its place.
    public init(parsing data: Data) throws(ServiceProfileError) {
        try self.init(Self.tree(of: data))
    }

    /// Takes a profile out of a JSON value, with the members that a file has.
    ///
    /// - Throws: everything that is wrong, each with its place.
    package init(_ value: JSONValue) throws(ServiceProfileError) {
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
            return JSONValue(
                propertyList: try PropertyListSerialization.propertyList(from: data, format: nil))
        } catch {
            throw ServiceProfileError(found: [Problem("the text", "\(error)")])
        }
    }
}

extension JSONValue {
    /// Takes over what a profile may hold; anything else becomes null.
    fileprivate init(propertyList value: Any) {
        switch value {
        case let string as String: self = .string(string)
        case let array as [Any]: self = .array(array.map { JSONValue(propertyList: $0) })
        case let dictionary as [String: Any]:
            self = .object(
                JSONObject(
                    dictionary.sorted { $0.key < $1.key }.map {
                        JSONObject.Member(name: $0.key, value: JSONValue(propertyList: $0.value))
                    }))
        default: self = .null
        }
    }
}

/// Takes a profile out of a tree and gathers what is wrong with its shape.
private struct ServiceProfileReader {
    private(set) var problems: [ServiceProfile.Problem] = []
    /// Where the endpoints that could be read stand.
    private(set) var indices: [Int] = []

    mutating func profile(of value: JSONValue) -> ServiceProfile {
        var profile = ServiceProfile(resources: [])
        guard let object = value.object else {
            problems.append(ServiceProfile.Problem("the whole", "is not a dictionary"))
            return profile
        }
        if let base = object["BaseURL"] {
            if let text = base.string {
                profile.baseURL = text
            } else {
                problems.append(ServiceProfile.Problem("BaseURL", "is not text"))
            }
        }
        guard let list = object["Resources"] else {
            problems.append(ServiceProfile.Problem("Resources", "is missing"))
            return profile
        }
        guard let resources = list.array else {
            problems.append(ServiceProfile.Problem("Resources", "is not a list"))
            return profile
        }
        profile.resources = resources.enumerated().compactMap { resource(of: $1, at: $0) }
        return profile
    }

    private mutating func resource(of value: JSONValue, at index: Int) -> ServiceProfile.Resource? {
        guard let object = value.object else {
            problems.append(ServiceProfile.Problem("Resources[\(index)]", "is not a dictionary"))
            return nil
        }
        for member in object.members where member.value.string == nil {
            problems.append(ServiceProfile.Problem(index, member.name, "is not text"))
        }
        let texts = ["Name", "URITemplate"].map { key -> String? in
            if object[key] == nil { problems.append(ServiceProfile.Problem(index, key, "is missing")) }
            return object[key]?.string
        }
        guard let name = texts[0], let template = texts[1] else { return nil }
        let method = object["Method"]?.string.map { HTTPMethod(rawValue: $0) } ?? .get
        indices.append(index)
        return ServiceProfile.Resource(name, template: template, method: method)
    }
}

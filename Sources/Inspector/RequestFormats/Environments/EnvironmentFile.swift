import EngineJSON

/// The content of an environment file such as `http-client.env.json`.
public struct EnvironmentFile: Sendable, Hashable {
    /// The name of the file, for messages.
    public var path: String
    /// The variables by environment, flattened: `{"user": {"id": 1}}` is `user.id`.
    public private(set) var environments: [String: [String: String]] = [:]
    /// The programs that keep the values of some variables, by environment and variable: Visual Studio writes
    /// `{"provider": "AspnetUserSecrets", …}` instead of a value.
    package private(set) var providers: [String: [String: String]] = [:]
    /// The settings for requests, by environment.
    private(set) var defaults: [String: [EnvironmentDefault]] = [:]
    /// The names of the environments in their order, without `$shared` and `$default`.
    public private(set) var names: [String] = []

    /// The environment that every other one builds on.
    public static let sharedName = "$shared"

    /// The environment of those who choose none.
    public static let defaultName = "$default"

    /// Reads a file.
    ///
    /// Throws one error that says where it is not what it should be.
    public static func parse(_ bytes: [UInt8], path: String) throws(EnvironmentError) -> EnvironmentFile {
        guard bytes.count <= HTTPFile.maximumSize else {
            throw EnvironmentError("The file is larger than 64 MiB.")
        }
        let root = try Result { () throws(JSONError) in try JSONValue(parsing: bytes, maximumDepth: 256) }
            .mapError { EnvironmentError(diagnostic: Diagnostic($0)) }.get()
        guard let object = root.object else {
            throw EnvironmentError(
                "The file is not an object.", expected: #"{"name": {"variable": "value"}}"#)
        }
        var file = EnvironmentFile(path: path)
        for member in object.members {
            guard case .object(let variables) = member.value else { continue }
            var flattened: [String: String] = [:]
            for variable in variables.members {
                if let settings = EnvironmentDefault.settings(in: variable) {
                    file.defaults[member.name, default: []] += settings
                } else {
                    flatten(variable.value, as: variable.name, into: &flattened)
                }
            }
            if file.environments[member.name] == nil, ![sharedName, defaultName].contains(member.name) {
                file.names.append(member.name)
            }
            file.environments[member.name, default: [:]].merge(flattened) { $1 }
            for variable in variables.members {
                file.providers[member.name, default: [:]][variable.name] = provider(of: variable.value)
            }
        }
        return file
    }

    /// Returns the name of the program that an object names as the keeper of a value.
    private static func provider(of value: JSONValue) -> String? {
        guard let name = value["provider"]?.string else { return nil }
        return ["aspnetusersecrets", "azurekeyvault", "encrypted"].contains(name.lowercased()) ? name : nil
    }

    /// Gives a value its names: objects and lists stand for themselves, as JSON, and for their parts.
    private static func flatten(_ value: JSONValue, as name: String, into variables: inout [String: String]) {
        switch value {
        case .string(let text): variables[name] = text
        case .null: variables[name] = ""
        case .bool, .number: variables[name] = value.serialized()
        case .array(let elements):
            variables[name] = value.serialized()
            for (index, element) in elements.enumerated() {
                flatten(element, as: "\(name)[\(index)]", into: &variables)
            }
        case .object(let object):
            variables[name] = value.serialized()
            for member in object.members {
                flatten(member.value, as: "\(name).\(member.name)", into: &variables)
            }
        }
    }
}

/// The reason why there are no variables: a file that cannot be read, or an environment that no file knows.
public struct EnvironmentError: Error, Sendable, Hashable {
    /// The place in the file, and the reason as a sentence.
    public let diagnostic: Diagnostic
}

extension EnvironmentError {
    init(_ message: String, expected: String? = nil) {
        diagnostic = Diagnostic(.error, line: 1, message, expected: expected)
    }
}

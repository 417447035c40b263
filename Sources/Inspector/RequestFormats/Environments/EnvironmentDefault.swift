import EngineJSON

/// A member of `$default_headers` or `$default_directives` in an environment file.
struct EnvironmentDefault: Sendable, Hashable {
    /// The headers of all requests, as kulala has them.
    static let headersName = "$default_headers"
    /// The directives of all requests.
    static let directivesName = "$default_directives"

    var name: String
    var isDirective: Bool
    /// The value; `nil` drops what another file or `$shared` says.
    var value: String?

    /// Reads the settings in a member of an environment; `nil` if the member is a variable.
    static func settings(in member: JSONObject.Member) -> [EnvironmentDefault]? {
        guard [headersName, directivesName].contains(member.name), let object = member.value.object else {
            return nil
        }
        let isDirective = member.name == directivesName
        return object.members.map { member in
            let value: String? =
                switch member.value {
                case .null: nil
                case .bool(let isOn) where isDirective: isOn ? "" : nil
                case .string(let text): text
                default: member.value.serialized()
                }
            return EnvironmentDefault(name: member.name, isDirective: isDirective, value: value)
        }
    }

    /// The key of a directive.
    private var directive: String { name.lowercased().replacingBytes("-", with: "") }

    /// The key of the setting.
    var key: String { isDirective ? "@" + directive : name.lowercased() }

    var isUnknown: Bool { isDirective && !DefaultSetting.keysOfDirectives.contains(directive) }

    /// Returns the setting for the requests of the folder; `nil` if it drops one.
    func setting(in path: String, isSecret: Bool) -> DefaultSetting? {
        guard let value else { return nil }
        guard isDirective else {
            return DefaultSetting(
                content: .header(name: .init(name, line: 1), value: .init(value, line: 1)),
                environmentFile: path, isSecret: isSecret)
        }
        // A path counts from the folder of the file.
        let isRelative =
            directive == "unixsocket" && value.unicodeScalars.first != "/" && !value.hasPrefix("{{")
        let folder = path.unicodeScalars.lastIndex(of: "/").map { path[...$0] } ?? ""
        return DefaultSetting(
            content: .directive(
                Directive(
                    key: directive, name: name, argument: isRelative ? folder + value : value, line: 1,
                    column: 1)),
            environmentFile: path, isSecret: isSecret)
    }
}

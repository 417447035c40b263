import EngineJSON

/// The servers of a document as variables, one environment for each when there are several.
struct OpenAPIServers {
    /// Variables that hold without an environment: the first server, and those of single paths.
    private(set) var variables: [RequestCollection.Variable] = []
    private(set) var environments: [RequestCollection.Environment] = []
    private var environmentNames = SafeNames()
    private var variableNames = SafeNames()
    /// The variables of servers that only some paths have, by their URL.
    private var overrides: [String: String] = [:]

    init(_ servers: [JSONObject], warnings: inout WarningList) {
        let read = servers.isEmpty ? [JSONObject()] : servers
        for (index, server) in read.enumerated() {
            let values = Self.values(of: server, as: "baseUrl", warnings: &warnings)
            if index == 0 { variables = values }
            guard read.count > 1 else { continue }
            environments.append(.init(name: name(of: server, values), variables: values))
        }
        variableNames = SafeNames(taken: variables.map(\.name))
    }

    /// Returns the beginning of a URL; `servers` are those of the path or of the operation, when it has its own.
    mutating func base(overriddenBy servers: JSONValue?, warnings: inout WarningList) -> String {
        guard let server = servers?.array?.first?.object else { return "{{baseUrl}}" }
        let url = server["url"]?.string ?? ""
        if let known = overrides[url] { return "{{\(known)}}" }
        let name = variableNames.unique("baseUrl", separator: "")
        overrides[url] = name
        let known = Set(variables.map(\.name))
        variables += Self.values(of: server, as: name, warnings: &warnings).filter {
            !known.contains($0.name)
        }
        return "{{\(name)}}"
    }

    private mutating func name(of server: JSONObject, _ values: [RequestCollection.Variable]) -> String {
        let host = (server["url"]?.string ?? "").split(at: "/").dropFirst().first.map(String.init)
        let about = server["name"]?.string ?? server["description"]?.string ?? ""
        let name = about.isEmpty ? host ?? "server" : about.firstSentence
        return environmentNames.unique(name.trimmedWhitespace, separator: " ")
    }

    /// Returns the address as a variable, and the variables in it.
    private static func values(
        of server: JSONObject, as name: String, warnings: inout WarningList
    ) -> [RequestCollection.Variable] {
        var url = server.brief("url") ?? ""
        var variables: [RequestCollection.Variable] = []
        for member in server["variables"]?.object?.members.prefix(64) ?? [] {
            let value = member.value["default"] ?? member.value["enum"]?[0] ?? ""
            guard url.contains("{\(member.name)}") else { continue }
            url = url.replacing("{\(member.name)}", with: "{{\(SafeNames.variable(member.name))}}")
            variables.append(.init(SafeNames.variable(member.name), value.plainText))
        }
        while url.hasSuffix("/") { url.removeLast() }
        return [.init(name, absolute(url, as: name, warnings: &warnings))] + variables
    }

    /// Returns an address with a scheme and a host; names what it adds.
    private static func absolute(_ url: String, as name: String, warnings: inout WarningList) -> String {
        let address = url.hasPrefix("//") ? url.dropFirst(2) : url[...]
        if url.hasPrefix("//") || address.beginsWithHost {
            let whole = "\(TargetReader(dialect: .union).scheme(for: String(address)))://\(address)"
            warnings.add("servers", "The server has no scheme: “\(name)” is \(whole) now.")
            return whole
        }
        guard !url.hasScheme else { return url }
        warnings.add("servers", "The server has no host: set “\(name)”, which is http://localhost now.")
        return "http://localhost" + (url.isEmpty || url.hasPrefix("/") ? "" : "/") + url
    }
}

extension Substring {
    /// Indicates whether a relative address can only be meant as a host: `localhost`, or any name with a port.
    fileprivate var beginsWithHost: Bool {
        let authority = prefix(before: "/", "?", "#")
        let host = authority.prefix(before: ":")
        let port = authority[host.endIndex...].dropFirst()
        guard !host.isEmpty, !host.contains("{"), port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return false
        }
        return !port.isEmpty || host.lowercased() == "localhost"
    }
}

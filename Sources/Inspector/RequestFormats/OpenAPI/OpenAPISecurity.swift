import EngineJSON

/// Credentials of requests: each scheme of a document becomes a header, a parameter or a cookie with a secret variable.
struct OpenAPISecurity {
    struct Credentials {
        var headers: [EditableRequest.Field] = []
        var query: [String] = []
        var cookies: [String] = []
        var comments: [String] = []
    }

    /// The variables that were needed, without values.
    private(set) var variables: [RequestCollection.Variable] = []
    private var names = SafeNames()
    private var known: [String: String] = [:]
    private let usual: JSONValue?
    /// The variables of secrets that no scheme describes and whose values are not given, by the names of the secrets.
    private var samples: [String: String] = [:]
    /// Names that are kept for credentials, where there are any.
    let reserved: Set<String>

    /// Reads what holds for every operation that does not say otherwise.
    init(_ root: JSONValue) {
        usual = root["security"]
        let schemes = root["components"]?["securitySchemes"] ?? root["securityDefinitions"]
        reserved = Set((schemes?.object?.members ?? []).flatMap { Self.names(of: $0.value) })
    }

    /// Returns the names of the variables that a scheme may need.
    private static func names(of scheme: JSONValue) -> [String] {
        switch (scheme["type"]?.string, scheme["scheme"]?.string?.lowercased()) {
        case ("apiKey", _): ["apiKey"]
        case ("basic", _), ("http", "basic"): ["username", "password"]
        case ("http", "bearer"), ("oauth2", _), ("openIdConnect", _): ["token"]
        default: ["token", "username", "password", "apiKey"]
        }
    }

    /// Returns the credentials that an operation needs: the first of its alternatives.
    mutating func credentials(
        of operation: JSONObject, in document: inout OpenAPIDocument, at place: String
    ) -> Credentials {
        var credentials = Credentials()
        let alternatives = (operation["security"] ?? usual)?.array ?? []
        guard let chosen = alternatives.first(where: { !($0.object?.isEmpty ?? true) })?.object else {
            return credentials
        }
        let isOptional = alternatives.contains { $0.object?.isEmpty ?? false }
        for member in chosen.members.prefix(8) {
            add(member.name, to: &credentials, in: &document, at: place)
        }
        if operation["security"] == nil { credentials.headers = credentials.headers.inherited }
        if isOptional {
            credentials.headers = credentials.headers.map { .init($0.name, $0.value, isEnabled: false) }
            credentials.comments.append("It can be sent without credentials.")
        }
        let others = alternatives.compactMap { $0.object?.members.map(\.name).joined(separator: " + ") }
            .filter { !$0.isEmpty }.dropFirst()
        if !others.isEmpty {
            credentials.comments.append("Other credentials: \(others.prefix(8).joined(separator: ", ")).")
        }
        return credentials
    }

    private mutating func add(
        _ name: String, to credentials: inout Credentials, in document: inout OpenAPIDocument,
        at place: String
    ) {
        let schemes = document.root["components"]?["securitySchemes"] ?? document.root["securityDefinitions"]
        guard let scheme = document.object(schemes?[name], at: "security") else {
            document.warnings.add(place, "The security scheme “\(name)” is not described.")
            return
        }
        switch (scheme["type"]?.string, scheme["scheme"]?.string?.lowercased()) {
        case ("apiKey", _): addKey(name, scheme, to: &credentials)
        case ("basic", _), ("http", "basic"):
            let user = variable("\(name) user", named: "username")
            let password = variable("\(name) password", named: "password")
            authorize("Basic {{\(user)}} {{\(password)}}", &credentials)
        case ("http", "bearer"): authorize("Bearer {{\(variable(name, named: "token"))}}", &credentials)
        case ("oauth2", _), ("openIdConnect", _):
            authorize("Bearer {{\(variable(name, named: "token"))}}", &credentials)
            document.warnings.add(
                "security / \(name)",
                "The token is not fetched: put one into “\(variable(name, named: "token"))”.")
        case (let type, let kind):
            document.warnings.add("security / \(name)", "“\(kind ?? type ?? "")” is not carried over.")
        }
    }

    private func authorize(_ value: String, _ credentials: inout Credentials) {
        guard !credentials.headers.contains(where: { $0.name == "Authorization" }) else { return }
        credentials.headers.append(.init("Authorization", value))
    }

    private mutating func addKey(_ name: String, _ scheme: JSONObject, to credentials: inout Credentials) {
        let field = scheme["name"]?.string ?? name
        let variable = variable(name, named: "apiKey")
        let reference = "{{\(variable)}}"
        switch scheme["in"]?.string {
        case "query": credentials.query.append("\(field.percentEncoded)={{%\(variable)}}")
        case "cookie": credentials.cookies.append("\(field)=\(reference)")
        default: credentials.headers.append(.init(field, reference))
        }
    }

    /// Returns the empty variable of a secret whose value is not given, called like no variable in `taken`; all places
    /// of the name share it.
    mutating func variable(forSample secret: String, besides taken: some Sequence<String>) -> String {
        let name = Secret(named: secret, "").name
        if let known = samples[name] { return known }
        names.reserve(taken)
        let variable = names.unique(reserved.contains(name) ? "\(name)-2" : name)
        samples[name] = variable
        variables.append(.init(variable, "", isSecret: true))
        return variable
    }

    /// Returns whether a variable of the name holds a secret.
    func defines(_ name: String) -> Bool { reserved.contains(name) || samples.values.contains(name) }

    /// Returns the variable of a scheme; schemes of one kind get different ones.
    private mutating func variable(_ scheme: String, named name: String) -> String {
        if let known = known[scheme] { return known }
        let variable = names.unique(name, separator: "")
        known[scheme] = variable
        variables.append(.init(variable, "", isSecret: true))
        return variable
    }
}

/// What the requests of a folder get from it and from those above: headers, credentials, variables.
struct BrunoInheritance {
    private(set) var headers: [EditableRequest.Field] = []
    /// The credentials that `auth: inherit` stands for.
    private(set) var auth: BrunoAuth = .none

    /// What a folder adds: the file is its `folder.bru` or `collection.bru`.
    func adding(_ file: BruFile) -> BrunoInheritance {
        var sum = self
        sum.headers = headers.overlaid(by: file.fields("headers"))
        let mode = file.value("mode", in: "auth") ?? "inherit"
        if mode != "inherit" { sum.auth = BrunoAuth(mode: mode, file) }
        return sum
    }
}

/// Credentials of a request.
enum BrunoAuth {
    case none
    case header(name: String, value: String)
    case query(name: String, value: String)
    /// A way that is not carried over, by its name.
    case unsupported(String)

    /// Reads the block of a mode.
    init(mode: String, _ file: BruFile) {
        let block = "auth:\(mode)"
        let value = { (name: String) in file.value(name, in: block) ?? "" }
        switch mode {
        case "none", "": self = .none
        case "basic":
            self = .header(name: "Authorization", value: "Basic \(value("username")):\(value("password"))")
        case "bearer": self = .header(name: "Authorization", value: "Bearer \(value("token"))")
        case "apikey" where value("placement") == "queryparams":
            self = .query(name: value("key"), value: value("value"))
        case "apikey": self = .header(name: value("key"), value: value("value"))
        default: self = .unsupported(mode)
        }
    }
}

extension BruFile {
    /// The pairs of a block as fields.
    func fields(_ block: String) -> [EditableRequest.Field] {
        pairs(block).map { .init($0.name, $0.value, isEnabled: $0.isEnabled) }
    }
}

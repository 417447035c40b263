/// The headers, credentials and variables that requests get from the folders above them.
struct BrunoInheritance {
    private(set) var headers: [EditableRequest.Field] = []
    /// The credentials that `auth: inherit` stands for.
    private(set) var auth = ImportedCredentials.none

    /// Adds a folder: the file is its `folder.bru` or `collection.bru`.
    func adding(_ file: BruFile) -> BrunoInheritance {
        var sum = self
        sum.headers = headers.overlaid(by: file.fields("headers").inherited)
        let mode = file.value("mode", in: "auth") ?? "inherit"
        if mode != "inherit" { sum.auth = file.credentials(mode) }
        return sum
    }
}

extension BruFile {
    func credentials(_ mode: String) -> ImportedCredentials {
        let value = { (name: String) in self.value(name, in: "auth:\(mode)") ?? "" }
        return ImportedCredentials(mode, isInQuery: value("placement") == "queryparams", value)
    }

    func fields(_ block: String) -> [EditableRequest.Field] {
        pairs(block).map { .init($0.name, $0.value, isEnabled: $0.isEnabled) }
    }
}

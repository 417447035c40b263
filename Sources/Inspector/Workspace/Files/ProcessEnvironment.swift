@preconcurrency import Glibc

/// The environment variables of the process at its start.
package enum ProcessEnvironment {
    /// The variables by name.
    ///
    /// If a name occurs twice, the first one counts, like for `getenv`.
    package static let variables: [String: String] = {
        var variables: [String: String] = [:]
        var next = environ
        while let line = next.pointee {
            let text = String(cString: line)
            if let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
                let name = String(text[..<equals])
                if variables[name] == nil {
                    variables[name] = String(text[text.utf8.index(after: equals)...])
                }
            }
            next += 1
        }
        return variables
    }()
}

/// A path in which the components `:name` and `{name}` match anything.
///
/// Doubled slashes and a final slash do not matter.
package struct PathTemplate: Sendable {
    private enum Component {
        case literal([UInt8])
        case parameter(name: String)
    }

    private let components: [Component]

    /// Parses a template.
    ///
    /// Without a leading slash, it is relative to the base path. Only the template has names. A component of the base
    /// path that looks like one is literal.
    init(_ template: Substring, base: String) {
        guard !template.hasPrefix("/") else {
            components = template.split(at: "/").map(Self.component)
            return
        }
        // Resolves the template as a URL reference (RFC 3986, section 5.2): after the last slash of the base.
        var resolved = PathComponents(base.folder).withoutEmpty.map { Component.literal($0) }
        for part in template.split(at: "/") where part != "." {
            if part == ".." { _ = resolved.popLast() } else { resolved.append(Self.component(part)) }
        }
        components = resolved
    }

    /// The components, with `nil` for those that match anything.
    var steps: [[UInt8]?] {
        components.map { component in
            switch component {
            case .literal(let bytes): bytes
            case .parameter: nil
            }
        }
    }

    func matches(_ path: [[UInt8]]) -> Bool {
        components.count == path.count
            && zip(components, path).allSatisfy { component, found in
                switch component {
                case .literal(let expected): expected == found
                case .parameter: true
                }
            }
    }

    /// Returns the decoded values of the names in a path that matches.
    func parameters(in path: [[UInt8]]) -> [String: String] {
        var parameters: [String: String] = [:]
        for case (.parameter(let name), let found) in zip(components, path) {
            parameters[name] = String(decoding: found, as: UTF8.self)
        }
        return parameters
    }

    /// Parses a component.
    ///
    /// A single colon and empty braces are literal.
    private static func component(_ text: Substring) -> Component {
        if text.hasPrefix(":"), text.count > 1 { return .parameter(name: String(text.dropFirst())) }
        if text.hasPrefix("{"), text.hasSuffix("}"), text.count > 2 {
            return .parameter(name: String(text.dropFirst().dropLast()))
        }
        return .literal(text.utf8.percentDecoded)
    }
}

extension String {
    /// The path up to its last slash, to which relative paths are appended.
    var folder: Substring {
        unicodeScalars.lastIndex(of: "/").map { self[...$0] } ?? "/"
    }
}

/// A path whose components `:name` and `{name}` stand for anything.
///
/// Doubled slashes and one at the end do not matter to it.
package struct PathTemplate: Sendable {
    private enum Component {
        case literal([UInt8])
        case parameter(name: String)
    }

    private let components: [Component]

    /// Reads a template; without a slash at its front it is relative to the base path.
    ///
    /// Names stand in the template alone: what looks like one in the base path is itself.
    init(_ template: Substring, base: String) {
        guard !template.hasPrefix("/") else {
            components = template.split(at: "/").map(Self.component)
            return
        }
        // Resolved as a URL reference is (RFC 3986, section 5.2): behind the last slash of the base.
        var resolved = PathComponents(base.folder).withoutEmpty.map { Component.literal($0) }
        for part in template.split(at: "/") where part != "." {
            if part == ".." { _ = resolved.popLast() } else { resolved.append(Self.component(part)) }
        }
        components = resolved
    }

    /// The components, nil for those that can be anything.
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

    /// Returns the decoded values of the names, in a path that matches.
    func parameters(in path: [[UInt8]]) -> [String: String] {
        var parameters: [String: String] = [:]
        for case (.parameter(let name), let found) in zip(components, path) {
            parameters[name] = String(decoding: found, as: UTF8.self)
        }
        return parameters
    }

    /// Reads a component; a colon alone, or braces around nothing, are themselves.
    private static func component(_ text: Substring) -> Component {
        if text.hasPrefix(":"), text.count > 1 { return .parameter(name: String(text.dropFirst())) }
        if text.hasPrefix("{"), text.hasSuffix("}"), text.count > 2 {
            return .parameter(name: String(text.dropFirst().dropLast()))
        }
        return .literal(text.utf8.percentDecoded)
    }
}

extension String {
    /// The path up to its last slash, which relative paths stand behind.
    var folder: Substring {
        unicodeScalars.lastIndex(of: "/").map { self[...$0] } ?? "/"
    }
}

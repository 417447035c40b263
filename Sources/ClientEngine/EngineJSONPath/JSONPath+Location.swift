import EngineJSON

extension JSONPath {
    /// A value that a path has found, with its location.
    public struct Node: Sendable {
        /// The value that was found.
        public let value: JSONValue

        let trail: PathTrail

        /// The location of the value.
        public var location: Location { Location(steps: trail.steps) }
    }

    /// The path from the root of a value to one value in it.
    public struct Location: Hashable, Sendable {
        /// A step to a child.
        public enum Step: Hashable, Sendable {
            /// To the member of an object.
            case name(String)
            /// To the element of an array, from 0.
            case index(Int)
        }

        /// The steps, starting at the root.
        public var steps: [Step]

        /// Creates a location from its steps.
        public init(steps: [Step] = []) {
            self.steps = steps
        }
    }
}

extension JSONPath.Location: CustomStringConvertible {
    /// The normalized path of RFC 9535, section 2.7: `$['orders'][0]`.
    public var description: String {
        steps.reduce(into: "$") { text, step in
            switch step {
            case .index(let index): text += "[\(index)]"
            case .name(let name): text += "['" + Self.escaped(name) + "']"
            }
        }
    }

    private static func escaped(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "'": text += "\\'"
            case "\\": text += "\\\\"
            case "\u{8}": text += "\\b"
            case "\t": text += "\\t"
            case "\n": text += "\\n"
            case "\u{C}": text += "\\f"
            case "\r": text += "\\r"
            case "\0"..<"\u{10}": text += "\\u000" + String(scalar.value, radix: 16)
            case "\u{10}"..<" ": text += "\\u00" + String(scalar.value, radix: 16)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

/// The steps to a node, the last step first.
///
/// Nodes with a common ancestor share the steps to it.
indirect enum PathTrail: Sendable {
    case root
    case step(JSONPath.Location.Step, after: PathTrail)

    var steps: [JSONPath.Location.Step] {
        var steps: [JSONPath.Location.Step] = []
        var rest = self
        while case .step(let step, let before) = rest {
            steps.append(step)
            rest = before
        }
        return steps.reversed()
    }
}

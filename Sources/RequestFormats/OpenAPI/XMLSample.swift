import JSON

/// XML with the members of a sample as elements; lists repeat their element, attributes are not known.
enum XMLSample {
    /// The document.
    static func text(of value: JSONValue, root: String) -> String {
        var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#]
        write(value, as: root, indent: "", to: &lines)
        return lines.joined(separator: "\n")
    }

    /// The name of the outermost element: `xml.name`, else the name of the schema.
    static func rootName(
        _ schema: JSONValue?, in document: inout OpenAPIDocument, at place: String
    ) -> String {
        guard let schema, let found = document.resolve(schema, at: place) else { return "root" }
        let name =
            found.value["xml"]?["name"]?.string
            ?? found.reference?.split(separator: "/").last.map(String.init)
        return element(name ?? "root")
    }

    private static func write(_ value: JSONValue, as name: String, indent: String, to lines: inout [String]) {
        switch value {
        case .array(let elements):
            for element in elements { write(element, as: name, indent: indent, to: &lines) }
        case .object(let object):
            lines.append("\(indent)<\(name)>")
            for member in object.members {
                write(member.value, as: element(member.name), indent: indent + "  ", to: &lines)
            }
            lines.append("\(indent)</\(name)>")
        default:
            lines.append("\(indent)<\(name)>\(escaped(value.plainText))</\(name)>")
        }
    }

    private static func element(_ name: String) -> String {
        let text = String(name.map { $0.isLetter || $0.isNumber || "_-.".contains($0) ? $0 : "_" })
        return text.first.map { $0.isLetter || $0 == "_" } ?? false ? text : "_" + text
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}

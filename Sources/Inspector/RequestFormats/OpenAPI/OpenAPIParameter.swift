import ClientEngine
import ClientEngineRecording
import EngineJSON

struct OpenAPIParameter {
    enum Location: String {
        case path, query, header, cookie
    }

    let name: String
    let location: Location
    let isRequired: Bool
    let about: String
    let style: ParameterStyle
    let value: JSONValue
    /// Indicates whether the document gives no value, so that the value is made up.
    let isInvented: Bool
    /// The variable that replaces the value; `nil` if the value itself is written.
    var variable: String?

    /// Reads a parameter of OpenAPI 3; nil when it has no name or an unknown place.
    init?(_ object: JSONObject, in document: inout OpenAPIDocument, at place: String) {
        guard let name = object["name"]?.string, !name.isEmpty,
            document.spend(name.utf8.count / 32, for: .requests, at: place),
            let location = object["in"]?.string.flatMap(Location.init)
        else { return nil }
        self.name = name
        self.location = location
        isRequired = location == .path || object["required"]?.bool == true
        about = (object.brief("description") ?? "").firstSentence
        let content = object["content"]?.object?.members.first
        let schema = content?.value["schema"] ?? object["schema"]
        style = ParameterStyle(object, location: location, isJSON: content != nil)
        let example =
            Self.example(of: object, in: &document, at: place)
            ?? content?.value.object.flatMap { Self.example(of: $0, in: &document, at: place) }
        let sample =
            example == nil ? schema.map { SchemaSample.make($0, in: &document, at: place) } : nil
        value = example ?? sample?.value ?? .string(name)
        isInvented = example == nil && (sample?.value == nil || sample?.isInvented == true)
    }

    /// Indicates whether the place of the value is that of a secret.
    var isSecret: Bool {
        switch location {
        case .path: false
        case .query: Redaction.isSecret(parameter: name, value: value.plainText)
        case .header: Redaction.isSecret(header: name)
        case .cookie: true
        }
    }

    /// The pairs of a query.
    var query: String {
        variable.map { "\(name.percentEncoded)={{%\($0)}}" } ?? style.query(name, value)
    }

    /// The value of a header.
    var header: String {
        variable.map { "{{\($0)}}" } ?? TextEscapes.literal(style.simple(name, value) { $0.oneLine })
    }

    /// The pairs of a cookie.
    var cookies: [String] {
        if let variable { return ["\(name)={{\(variable)}}"] }
        return style.pairs(name, value) { $0.percentEncoded }.map { "\($0.name)=\($0.value)" }
    }

    static func example(
        of object: JSONObject, in document: inout OpenAPIDocument, at place: String
    ) -> JSONValue? {
        if let example = object["example"] {
            return document.spend(example.weight, for: .samples, at: place) ? example : nil
        }
        let named = object["examples"]?.object?.members ?? []
        guard let first = named.first, document.spend(for: .samples, at: place) else { return nil }
        if named.count > 1 { document.warnings.add(place, "Of several examples the first is taken.") }
        guard let example = document.object(first.value, at: place) else { return nil }
        if example["externalValue"] != nil {
            document.warnings.add(place, "Examples that stand in other files are not read.")
        }
        guard let value = example["value"] ?? example["dataValue"] else { return nil }
        return document.spend(value.weight, for: .samples, at: place) ? value : nil
    }
}

/// The style in which lists and objects are written in URLs, headers and cookies.
struct ParameterStyle {
    private let style: String
    private let explodes: Bool
    private let isJSON: Bool
    /// Indicates whether `/`, `?` and the like stay as they are.
    private let allowsReserved: Bool

    init(_ object: JSONObject, location: OpenAPIParameter.Location, isJSON: Bool = false) {
        let usual = location == .query || location == .cookie ? "form" : "simple"
        style = object["style"]?.string ?? usual
        explodes = object["explode"]?.bool ?? (style == "form")
        allowsReserved = object["allowReserved"]?.bool ?? false
        self.isJSON = isJSON
    }

    /// Returns the pairs of a query, a form or a cookie, encoded by the closure.
    func pairs(_ name: String, _ value: JSONValue, encode: (String) -> String) -> [(
        name: String, value: String
    )] {
        let encodedName = encode(name)
        if isJSON { return [(encodedName, encode(value.serialized()))] }
        switch value {
        case .array(let elements):
            let texts = elements.map { encode($0.plainText) }
            if explodes, style == "form" || style == "simple" { return texts.map { (encodedName, $0) } }
            return [(encodedName, texts.joined(separator: separator))]
        case .object(let object):
            return members(of: object, encodedName, encode)
        default: return [(encodedName, encode(value.plainText))]
        }
    }

    private func members(
        of object: JSONObject, _ name: String, _ encode: (String) -> String
    ) -> [(name: String, value: String)] {
        if style == "deepObject" {
            return object.members.flatMap { member -> [(name: String, value: String)] in
                let key = name + encode("[") + encode(member.name) + encode("]")
                let values = member.value.array ?? [member.value]
                return values.map { (key, encode($0.plainText)) }
            }
        }
        let members = object.members.map { (encode($0.name), encode($0.value.plainText)) }
        if explodes { return members }
        return [(name, members.map { "\($0)\(separator)\($1)" }.joined(separator: separator))]
    }

    private var separator: String {
        switch style {
        case "spaceDelimited": "%20"
        case "pipeDelimited": "%7C"
        default: ","
        }
    }

    func query(_ name: String, _ value: JSONValue) -> String {
        let encode = { (text: String) in allowsReserved ? text.encodedForQuery : text.percentEncoded }
        return pairs(name, value, encode: encode).map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    /// Returns the text of a segment of a path, or of a header's value, where nothing is encoded.
    func simple(_ name: String, _ value: JSONValue, encode: (String) -> String) -> String {
        if isJSON { return encode(value.serialized()) }
        switch style {
        case "label": return "." + list(value, separator: explodes ? "." : ",", encode)
        case "matrix": return matrix(name, value, encode)
        default: return list(value, separator: ",", encode)
        }
    }

    private func list(_ value: JSONValue, separator: String, _ encode: (String) -> String) -> String {
        switch value {
        case .array(let elements): elements.map { encode($0.plainText) }.joined(separator: separator)
        case .object(let object):
            object.members.map { encode($0.name) + (explodes ? "=" : ",") + encode($0.value.plainText) }
                .joined(separator: separator)
        default: encode(value.plainText)
        }
    }

    private func matrix(_ name: String, _ value: JSONValue, _ encode: (String) -> String) -> String {
        switch value {
        case .array(let elements) where explodes:
            elements.map { ";\(name)=\(encode($0.plainText))" }.joined()
        case .object(let object) where explodes:
            object.members.map { ";\(encode($0.name))=\(encode($0.value.plainText))" }.joined()
        default: ";\(name)=" + list(value, separator: ",", encode)
        }
    }

    /// Indicates whether a single value is written as it is.
    var isPlain: Bool { style == "simple" && !isJSON }
}

extension String {
    /// Percent-encodes what may not stand in a query; reserved characters other than `#`, `&` and `+` stay.
    fileprivate var encodedForQuery: String {
        percentEncoded { !$0.isUnreservedInURL && !":/?[]@!$'()*,;=%".utf8.contains($0) }
    }

    /// The text without line breaks and other controls, as a header can hold it.
    fileprivate var oneLine: String {
        String(decoding: utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
    }

    /// The first line up to the end of a sentence, for a comment beside a name.
    var firstSentence: String {
        let line = split(whereSeparator: \.isNewline).first.map(String.init)?.trimmedWhitespace ?? ""
        let end = line.unicodeScalars.firstRange(of: ". ".unicodeScalars)?.lowerBound ?? line.endIndex
        let sentence = line[..<end]
        return sentence.count > 120 ? sentence.prefix(119) + "…" : String(sentence)
    }
}

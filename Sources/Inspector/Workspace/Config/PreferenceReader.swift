import ClientEngine
import EngineSupport
import FoundationEssentials
import InspectorValues
import RequestFormats

/// Reads preferences from JSON, and reports the location and reason of each error.
struct PreferenceReader {
    let path: String
    let places: JSONPlaces
    var reading = ConfigFile.Reading()

    init(path: String, places: JSONPlaces) {
        (self.path, self.places) = (path, places)
    }

    static let names = [
        "theme", "keys", "ascii", "mouse", "images", "retry", "timeouts", "limits", "redact", "proxy",
        "cacert", "history",
    ]

    mutating func read(_ root: JSONObject) {
        for member in root.members { read(member.name, member.value) }
    }

    private mutating func read(_ name: String, _ value: JSONValue) {
        switch name {
        case "theme": readTheme(value)
        case "keys": readKeys(value)
        case "ascii": reading.preferences.isASCII = flag(name, value)
        case "mouse": reading.preferences.usesMouse = flag(name, value)
        case "images": readImages(value)
        case "retry": readRetry(value)
        case "timeouts": readTimeouts(value)
        case "limits": readLimits(value)
        case "redact": readRedact(value)
        case "proxy": readProxy(value)
        case "cacert": readAuthorities(value)
        case "history": readHistory(value)
        default: warnUnknown(name, "", among: Self.names)
        }
    }

    // MARK: Complaints

    /// Reports that a value is invalid, and what is expected.
    mutating func expect(_ expected: String, at path: String) {
        reading.problems.append(place(places.value(path)) + "\(Self.quoted(path)) takes \(expected)")
    }

    mutating func refuse(_ sentence: String, at path: String) {
        reading.problems.append(place(places.value(path)) + sentence)
    }

    private mutating func warnUnknown(_ name: String, _ prefix: String, among known: [String]) {
        let hint = SimilarNames(to: name, among: known).sentence ?? "known: \(known.joined(separator: ", "))"
        reading.warnings.append(
            place(places.name(prefix + name)) + "there is no setting \(Self.quoted(prefix + name)); \(hint)")
    }

    private func place(_ place: (line: Int, column: Int)) -> String {
        "\(path):\(place.line):\(place.column): "
    }

    private static func quoted(_ name: String) -> String { "“\(name)”" }

    // MARK: Values

    mutating func flag(_ path: String, _ value: JSONValue) -> Bool? {
        if value.bool == nil { expect("true or false", at: path) }
        return value.bool
    }

    mutating func number(_ path: String, _ value: JSONValue, in range: ClosedRange<Int>) -> Int? {
        if let number = value.int, range.contains(number) { return number }
        let bounds =
            range.upperBound == .max
            ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
        expect("a whole number \(bounds)", at: path)
        return nil
    }

    mutating func duration(_ path: String, _ value: JSONValue) -> Duration? {
        if value.string == "none" { return .unlimited }
        if let read = value.string.flatMap({ DurationFormat($0) }), read.hasUnit, read.duration > .zero {
            return read.duration
        }
        expect("\(DurationFormat.expected), in quotation marks, or \"none\"", at: path)
        return nil
    }

    /// Calls `read` with the path, name and value of each known member of an object.
    ///
    /// Reports unknown members.
    mutating func each(
        of value: JSONValue, at path: String, _ known: [String],
        _ read: (inout Self, String, String, JSONValue) -> Void
    ) {
        guard let object = value.object else {
            return expect("an object with some of \(known.joined(separator: ", "))", at: path)
        }
        for member in object.members {
            if known.contains(member.name) {
                read(&self, path + "." + member.name, member.name, member.value)
            } else {
                warnUnknown(member.name, path + ".", among: known)
            }
        }
    }

    // MARK: The screen

    private mutating func readKeys(_ value: JSONValue) {
        guard let object = value.object else {
            return expect("an object of actions and keys, such as {\"resend\": \"x\"}", at: "keys")
        }
        for member in object.members {
            let path = "keys." + member.name
            let texts = member.value.array?.map(\.string) ?? [member.value.string]
            guard member.value.isNull || texts.allSatisfy({ $0 != nil }) else {
                expect("a key such as \"x\" or \"Ctrl-X\", several in an array, or null", at: path)
                continue
            }
            let wish = Preferences.KeyWish(
                action: member.name, keys: texts.compactMap(\.self).filter { !$0.isEmpty },
                place: place(places.name(path)))
            reading.preferences.keys.append(wish)
        }
    }

    private mutating func readImages(_ value: JSONValue) {
        guard !reading.preferences.showImages(by: value.string ?? "") else { return }
        let names = Preferences.imageNames.map { "\"\($0)\"" }.joined(separator: ", ")
        expect("one of \(names)", at: "images")
    }

    private mutating func readTheme(_ value: JSONValue) {
        if let name = value.string { return readTheme(named: name, at: "theme") }
        each(of: value, at: "theme", ["base", "bar"] + ThemeColors.roleNames.keys.sorted()) {
            reader, path, name, value in
            switch name {
            case "base": reader.readTheme(named: value.string ?? "", at: path)
            case "bar": reader.reading.preferences.colors.bar = reader.color(path, value) ?? nil
            default:
                guard let role = ThemeColors.roleNames[name], let pair = reader.pair(path, value) else {
                    return
                }
                reader.reading.preferences.colors.roles[role] = pair
            }
        }
    }

    private mutating func readTheme(named name: String, at path: String) {
        if let theme = ThemeName(rawValue: name) { return reading.preferences.theme = theme }
        let names = ThemeName.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        expect("one of \(names)\(path == "theme" ? ", or an object of colours" : "")", at: path)
    }

    /// Reads a text colour, or a text colour and a background colour.
    private mutating func pair(_ path: String, _ value: JSONValue) -> ThemeColors.Pair? {
        guard value.object != nil else { return color(path, value).map { ThemeColors.Pair(text: $0) } }
        var pair = ThemeColors.Pair()
        each(of: value, at: path, ["text", "background"]) { reader, path, name, value in
            let color = reader.color(path, value) ?? nil
            if name == "text" { pair.text = color } else { pair.background = color }
        }
        return pair
    }

    private mutating func color(_ path: String, _ value: JSONValue) -> Int?? {
        if let index = value.int, (0...255).contains(index) { return .some(index) }
        if let color = value.string.flatMap({ ThemeColors.color(named: $0) }) { return color }
        expect(ThemeColors.expected, at: path)
        return nil
    }
}

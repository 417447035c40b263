import EngineJSON
import EngineMocks
import FoundationEssentials

/// The options of `{{now}}`.
struct TemplateTime {
    private enum Format {
        case milliseconds
        case seconds
        case pattern(DatePattern)
    }

    private static let isoPattern = "yyyy-MM-dd'T'HH:mm:ssXXXXX"

    private let shift: TimeShift?
    private let zone: Zone
    private let format: Format

    /// Parses the options `offset`, `timezone` and `format`.
    init(_ options: [String: JSONValue], zones: ZoneDatabase = .system) throws(MockError) {
        shift = try options["offset"].map { value throws(MockError) in try Self.shift(value.renderedText) }
        let zone = try options["timezone"].map { value throws(MockError) in
            try Self.zone(value.renderedText, in: zones)
        }
        self.zone = zone ?? .gmt
        format = try Self.format(options["format"]?.renderedText ?? Self.isoPattern)
    }

    /// Throws if options that are literals in a template are invalid.
    static func check(_ options: [String: TemplateExpression]) throws(MockError) {
        let literals = options.compactMapValues { expression -> JSONValue? in
            if case .literal(let value) = expression { value } else { nil }
        }
        _ = try TemplateTime(literals)
    }

    func text(_ now: Date) -> String {
        let date = shift?.moved(now) ?? now
        switch format {
        case .milliseconds: return String(Int(date.timeIntervalSince1970 * 1000))
        case .seconds: return String(Int(date.timeIntervalSince1970))
        case .pattern(let pattern): return pattern.text(date, in: zone)
        }
    }

    private static func shift(_ text: String) throws(MockError) -> TimeShift {
        guard let shift = TimeShift(text) else {
            throw MockError("the template's offset “\(text)” is none: write it like '3 days'.")
        }
        return shift
    }

    private static func zone(_ name: String, in zones: ZoneDatabase) throws(MockError) -> Zone {
        if let zone = Zone(name, in: zones) { return zone }
        guard zones.isInstalled else {
            throw MockError(
                "The template's timezone “\(name)” cannot be used: this machine has no time zone data in "
                    + "\(zones.folder). Install the package tzdata, or write an offset like 'GMT+2'.")
        }
        throw MockError("The template's timezone “\(name)” is unknown. Write it like 'Europe/Berlin'.")
    }

    private static func format(_ text: String) throws(MockError) -> Format {
        switch text {
        case "epoch": return .milliseconds
        case "unix": return .seconds
        default:
            guard let pattern = DatePattern(text) else {
                throw MockError("the template's format “\(text)” has a letter that stands for nothing.")
            }
            return .pattern(pattern)
        }
    }
}

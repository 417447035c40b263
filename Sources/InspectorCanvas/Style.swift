/// Says what a piece of text means; a theme decides elsewhere how that looks.
public enum Role: UInt8, Hashable, Sendable, CaseIterable {
    /// Ordinary text.
    case plain
    /// Text that steps back: units, hints, disabled keys.
    case muted
    /// Success: a 2xx status, a passed assertion.
    case good
    /// Trouble that may pass: a retry, a slow phase, a 4xx status.
    case warn
    /// Failure: an error, a 5xx status.
    case bad
    /// The eye should find it first, for example what is live now.
    case accent
    /// Neutral information: a redirect, a note.
    case info
    /// Anything answered by a mock instead of the network.
    case mock
    /// The row or tab that has the focus.
    case selected
    /// Column headings and header names.
    case header
    /// Names of panes and screens.
    case title
    /// Lines between panes.
    case border
    /// A key to press.
    case key
    /// An HTTP method.
    case method
    /// A number in a body.
    case number
    /// A string in a body.
    case string
    /// Escaped control text that came from outside; set by `Frame.put`, seldom by hand.
    case untrusted

    /// Names the role by one character in snapshots.
    var letter: Character {
        switch self {
        case .plain: "."
        case .muted: "m"
        case .good: "g"
        case .warn: "w"
        case .bad: "b"
        case .accent: "a"
        case .info: "i"
        case .mock: "k"
        case .selected: "s"
        case .header: "h"
        case .title: "t"
        case .border: "o"
        case .key: "y"
        case .method: "v"
        case .number: "n"
        case .string: "q"
        case .untrusted: "u"
        }
    }
}

/// Adds emphasis to a role.
public struct Attributes: OptionSet, Hashable, Sendable {
    /// Holds one bit per attribute.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Heavier strokes.
    public static let bold = Attributes(rawValue: 1)
    /// Fainter strokes.
    public static let dim = Attributes(rawValue: 2)
    /// Foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 4)
    /// A line below.
    public static let underline = Attributes(rawValue: 8)
    /// The background of the selection under the role's own foreground, for a selected row with colours in it.
    public static let highlight = Attributes(rawValue: 16)
}

/// Combines what text means with how strongly it says it.
public struct Style: Hashable, Sendable {
    /// Says what the text means.
    public var role: Role
    /// Adds emphasis.
    public var attributes: Attributes

    /// Creates a style.
    public init(_ role: Role, _ attributes: Attributes = []) {
        self.role = role
        self.attributes = attributes
    }

    /// Returns the same role with more emphasis.
    public func adding(_ more: Attributes) -> Style {
        Style(role, attributes.union(more))
    }

    /// Returns the same role in bold.
    public var bold: Style { adding(.bold) }
    /// Returns the same role on the selection's background.
    public var highlighted: Style { adding(.highlight) }
}

// One constant per role, so that a call reads `frame.put("200", at: point, style: .good)`.
extension Style {
    /// See `Role.plain`.
    public static let plain = Style(.plain)
    /// See `Role.muted`.
    public static let muted = Style(.muted)
    /// See `Role.good`.
    public static let good = Style(.good)
    /// See `Role.warn`.
    public static let warn = Style(.warn)
    /// See `Role.bad`.
    public static let bad = Style(.bad)
    /// See `Role.accent`.
    public static let accent = Style(.accent)
    /// See `Role.info`.
    public static let info = Style(.info)
    /// See `Role.mock`.
    public static let mock = Style(.mock)
    /// See `Role.selected`.
    public static let selected = Style(.selected)
    /// See `Role.header`.
    public static let header = Style(.header)
    /// See `Role.title`.
    public static let title = Style(.title)
    /// See `Role.border`.
    public static let border = Style(.border)
    /// See `Role.key`.
    public static let key = Style(.key)
    /// See `Role.method`.
    public static let method = Style(.method)
    /// See `Role.number`.
    public static let number = Style(.number)
    /// See `Role.string`.
    public static let string = Style(.string)
}

/// The meaning of a piece of text.
///
/// The theme maps it to colours.
package enum Role: UInt8, Hashable, Sendable, CaseIterable {
    case plain
    /// Less important text: units, hints, disabled keys.
    case muted
    /// Success: a 2xx status, a passed assertion.
    case good
    /// A problem that may pass: a retry, a slow phase, a 4xx status.
    case warn
    /// Failure: an error, a 5xx status.
    case bad
    /// The most important element, for example activity right now.
    case accent
    /// Neutral information: a redirect, a note.
    case info
    /// An answer from a mock instead of the network.
    case mock
    case selected
    case header
    case title
    case border
    /// A key to press.
    case key
    /// An HTTP method without a role in this list.
    case method
    /// The HTTP method of the same name.
    case get, post, put, patch, delete
    /// A number in a body.
    case number
    /// A string in a body.
    case string
    /// Escaped control text from outside.
    ///
    /// `Cell` sets this role; callers rarely do.
    case untrusted
}

/// The emphasis of a role.
package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let reverse = Attributes(rawValue: 4)
    package static let underline = Attributes(rawValue: 8)
    /// The selection's background under the role's own foreground, for selected rows with colours.
    package static let highlight = Attributes(rawValue: 16)
}

/// Colours of the 256-colour palette, for pictures.
///
/// `nil` is the terminal's default colour.
package struct Paint: Hashable, Sendable {
    package var foreground: UInt8?
    package var background: UInt8?

    package init(foreground: UInt8? = nil, background: UInt8? = nil) {
        self.foreground = foreground
        self.background = background
    }
}

package struct Style: Hashable, Sendable {
    package var role: Role
    package var attributes: Attributes
    /// The colours of a picture, which replace those of the role.
    package var paint: Paint?

    package init(_ role: Role, _ attributes: Attributes = [], paint: Paint? = nil) {
        self.role = role
        self.attributes = attributes
        self.paint = paint
    }

    package func adding(_ more: Attributes) -> Style {
        Style(role, attributes.union(more), paint: paint)
    }

    package var bold: Style { adding(.bold) }
    package var highlighted: Style { adding(.highlight) }
}

// One constant per role, so that a call reads `frame.put("200", at: point, style: .good)`.
extension Style {
    package static let plain = Style(.plain)
    package static let muted = Style(.muted)
    package static let good = Style(.good)
    package static let warn = Style(.warn)
    package static let bad = Style(.bad)
    package static let accent = Style(.accent)
    package static let info = Style(.info)
    package static let mock = Style(.mock)
    package static let selected = Style(.selected)
    package static let header = Style(.header)
    package static let title = Style(.title)
    package static let border = Style(.border)
    package static let key = Style(.key)
    package static let method = Style(.method)
    package static let number = Style(.number)
    package static let string = Style(.string)

    /// Returns the style of an HTTP method.
    package static func method(_ name: String) -> Style {
        switch name {
        case "GET", "HEAD": Style(.get)
        case "POST": Style(.post)
        case "PUT": Style(.put)
        case "PATCH": Style(.patch)
        case "DELETE": Style(.delete)
        default: .method
        }
    }
}

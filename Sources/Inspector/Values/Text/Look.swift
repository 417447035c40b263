import InspectorCanvas

/// The look of a style on a terminal: palette indices (nil for the terminal's default) and attributes.
package struct Look: Hashable, Sendable {
    package var foreground: Int?
    package var background: Int?
    package var attributes: Attributes

    package init(foreground: Int? = nil, background: Int? = nil, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// Returns the look of a role in the terminal's sixteen configurable colours.
    package static func own(_ role: Role) -> Look {
        switch role {
        case .plain, .header, .title, .key, .selected: Look()
        case .muted, .border: Look(attributes: .dim)
        case .good, .string, .post: Look(foreground: 2)
        case .warn, .number, .put: Look(foreground: 3)
        case .bad, .delete: Look(foreground: 1)
        case .accent: Look(foreground: 6)
        case .info, .method, .get: Look(foreground: 6)
        case .mock, .patch: Look(foreground: 5)
        case .untrusted: Look(foreground: 3)
        }
    }

    /// Returns the attributes that emphasise a role in addition to its colours.
    package static func emphasis(_ role: Role) -> Attributes {
        switch role {
        case .title, .key, .selected, .header: .bold
        case .untrusted: .reverse
        default: []
        }
    }
}

import Foundation
import InspectorCanvas
import InspectorTestSupport
import Testing

@testable import Inspector
@testable import InspectorValues

/// The look of each style of the golden frames in each palette.
///
/// Frames contain roles, and a palette maps them to looks.
@Suite("Palettes of the frames", .ownThread)
struct PaletteTests {
    private static let palettes: [(name: String, theme: Theme)] = [
        ("dark", Theme(.dark, colors: 256)), ("light", Theme(.light, colors: 256)),
        ("16 colours", Theme(colors: 16)), ("8 colours", Theme(colors: 8)), ("none", Theme(colors: 0)),
    ]

    @Test("Every role has the looks that are stored")
    func table() throws {
        var lines: [String] = []
        for role in Role.allCases {
            for attributes: Attributes in [[], .bold, .dim, .highlight] {
                let looks = Self.palettes.map {
                    "\($0.name) \($0.theme.look(of: Style(role, attributes)).text)"
                }
                lines.append("\(role)\(attributes.text): " + looks.joined(separator: ", "))
            }
        }
        try expectGolden(lines.joined(separator: "\n") + "\n", "palettes")
    }

    @Test(
        "What the frames show can be read on a tuned background: text by a contrast of 4.5, hints and lines by one of 3",
        arguments: Scene.all)
    func contrast(scene: Scene) {
        let styles = Scene.sizes.reduce(into: Set<Style>()) { styles, size in
            styles.formUnion(scene.app(size).frame.cells.filter { $0.scalar != " " }.map(\.style))
        }
        for (name, background) in [(ThemeName.dark, 0.026), (.light, 0.92)] {
            let theme = Theme(name, colors: 256)
            // Colours from a program's output appear in the terminal's own palette.
            for style in styles
            where !style.attributes.contains(.reverse) && style.role != .untrusted && style.paint == nil {
                let look = theme.look(of: style)
                let ground = look.background.map(luminance) ?? background
                let text = look.foreground.map(luminance) ?? (name == .dark ? 0.65 : 0.03)
                let contrast = (max(text, ground) + 0.05) / (min(text, ground) + 0.05)
                let isHint = style.role == .border || style.attributes.contains(.dim)
                #expect(contrast >= (isHint ? 3 : 4.5), "\(name) \(style) \(contrast)")
            }
        }
    }

    @Test("Without colours attributes alone tell parts apart", arguments: Scene.all)
    func withoutColours(scene: Scene) {
        let theme = Theme(colors: 0)
        let looks = Set(scene.app(Size(width: 80, height: 24)).frame.cells.map { theme.look(of: $0.style) })
        #expect(looks.allSatisfy { $0.foreground == nil && $0.background == nil })
        #expect(looks.count > 1)
    }
}

extension Look {
    fileprivate var text: String {
        let words = [foreground.map { "\($0)" } ?? "own", background.map { "on \($0)" }, attributes.text]
        return words.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension Attributes {
    fileprivate var text: String {
        let names: [(Attributes, String)] = [
            (.bold, "bold"), (.dim, "dim"), (.reverse, "reverse"), (.underline, "underline"),
            (.highlight, "selected"),
        ]
        return names.filter { contains($0.0) }.map { " " + $0.1 }.joined()
    }
}

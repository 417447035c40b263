/// Writes what kitty's graphics protocol has for one image in cells that name it (Unicode placeholders).
package struct KittyGraphics: Equatable, Sendable {
    /// The number of the image, which its cells have as their colour of the palette; the first sixteen have other spellings.
    package let id: UInt8
    private let isInTmux: Bool

    /// The longest payload of a piece.
    private static let longestPiece = 4_096

    /// Numbers the image by the process, because several may share the terminal that tmux stands in.
    package init(process: Int32, isInTmux: Bool) {
        id = UInt8(16 + Int(process.magnitude) % 240)
        self.isInTmux = isInTmux
    }

    /// Returns what hands an image over: its pixels, in pieces, and the cells it fits itself into.
    package func transmission(of image: TerminalImage) -> [UInt8] {
        guard case .pixels(let payload, let size) = image.content else { return [] }
        var control =
            "a=T,U=1,q=2,i=\(id),f=32,s=\(size.width),v=\(size.height),c=\(image.size.width),r=\(image.size.height)"
        var out: [UInt8] = []
        var rest = payload[...]
        repeat {
            let piece = rest.prefix(Self.longestPiece)
            rest = rest.dropFirst(piece.count)
            out += command(control + ",m=\(rest.isEmpty ? 0 : 1)", piece)
            control = "q=2"
        } while !rest.isEmpty
        return out
    }

    /// Takes the image and its data away.
    package var deletion: [UInt8] { command("a=d,d=I,q=2,i=\(id)", []) }

    private func command(_ control: String, _ payload: ArraySlice<UInt8>) -> [UInt8] {
        var plain = Array("\u{1B}_G\(control)".utf8)
        if !payload.isEmpty { plain += [UInt8(ascii: ";")] + payload }
        return Self.through(isInTmux, plain + Array("\u{1B}\\".utf8))
    }

    /// Wraps sequences up for the terminal that tmux stands in.
    static func through(_ isInTmux: Bool, _ text: String) -> String {
        String(decoding: through(isInTmux, Array(text.utf8)), as: UTF8.self)
    }

    private static func through(_ isInTmux: Bool, _ bytes: [UInt8]) -> [UInt8] {
        guard isInTmux else { return bytes }
        return Array("\u{1B}Ptmux;".utf8) + bytes.flatMap { $0 == 0x1B ? [0x1B, 0x1B] : [$0] }
            + Array("\u{1B}\\".utf8)
    }
}

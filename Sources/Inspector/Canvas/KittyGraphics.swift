/// Encodes commands of kitty's graphics protocol for one image that is shown by Unicode placeholders.
package struct KittyGraphics: Equatable, Sendable {
    /// The number of the image.
    ///
    /// Its cells have it as their palette colour, so the first sixteen colours are not used.
    package let id: UInt8
    private let isInTmux: Bool

    /// The maximum payload of one command in bytes.
    private static let longestPiece = 4_096

    /// Derives the image number from the process number, because several processes may share the terminal around
    /// tmux.
    package init(process: Int32, isInTmux: Bool) {
        id = UInt8(16 + Int(process.magnitude) % 240)
        self.isInTmux = isInTmux
    }

    /// Returns the commands that transmit an image: its pixels in pieces, and the number of cells that it fills.
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

    /// The command that deletes the image and its data.
    package var deletion: [UInt8] { command("a=d,d=I,q=2,i=\(id)", []) }

    private func command(_ control: String, _ payload: ArraySlice<UInt8>) -> [UInt8] {
        var plain = Array("\u{1B}_G\(control)".utf8)
        if !payload.isEmpty { plain += [UInt8(ascii: ";")] + payload }
        return Self.through(isInTmux, plain + Array("\u{1B}\\".utf8))
    }

    /// Wraps escape sequences so that tmux passes them to the terminal around it.
    static func through(_ isInTmux: Bool, _ text: String) -> String {
        String(decoding: through(isInTmux, Array(text.utf8)), as: UTF8.self)
    }

    private static func through(_ isInTmux: Bool, _ bytes: [UInt8]) -> [UInt8] {
        guard isInTmux else { return bytes }
        return Array("\u{1B}Ptmux;".utf8) + bytes.flatMap { $0 == 0x1B ? [0x1B, 0x1B] : [$0] }
            + Array("\u{1B}\\".utf8)
    }
}

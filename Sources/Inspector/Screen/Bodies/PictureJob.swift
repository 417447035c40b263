import InspectorCanvas

/// An image that is to be drawn by chafa: in characters, or in pixels for a terminal that draws them itself.
package struct PictureJob: Equatable, Sendable {
    let wish: PictureWish
    let facts: ImageFacts
    private let source: BodySource
    /// The way it is drawn.
    private var method: ImageProtocol
    /// The index of the cell that chafa is expected to reckon with.
    private var unit = 0

    /// So many pixels are drawn at most; a small file can say that it holds more than fit into any memory.
    private static let mostPixels = 100_000_000

    init(_ source: BodySource, _ facts: ImageFacts, _ wish: PictureWish) {
        (self.source, self.facts, self.wish) = (source, facts, wish)
        method = wish.images.shownBy
    }

    /// The picture in the way to try next: for another version of chafa, and last in characters, which every chafa can draw.
    package var alternative: PictureJob? {
        guard method != .blocks else { return nil }
        var job = self
        job.unit += 1
        if job.unit == PictureScaling.unitsOfChafa.count { job.method = .blocks }
        return job
    }

    package var bytes: [UInt8] { source.bytes }

    /// The reason why it is not drawn at all.
    package var refusal: String? {
        facts.width.multipliedReportingOverflow(by: facts.height).partialValue > Self.mostPixels
            || max(facts.width, facts.height) > Self.mostPixels ? "it has too many pixels to be drawn" : nil
    }

    /// The arguments of chafa, for a terminal of so many colours.
    package func arguments(colors: Int) -> [String] {
        look(colors: colors) + ["--animate", "off", "--polite", "on", "--threads", "1", "-"]
    }

    private func look(colors: Int) -> [String] {
        switch method {
        case .kitty, .sixel:
            let (box, format) = (scaling.box, method == .kitty ? "kitty" : "sixels")
            // chafa knows no terminal here, and assumes the pixels of a cell. It uses the ratio up to version 1.12 only.
            return [
                "--format", format, "--size", "\(box.width)x\(box.height)", "--font-ratio", "1/1",
                "--scale", "max",
            ]
        case .blocks, .none:
            let palette = colors >= 256 ? "256" : colors >= 16 ? "16" : colors >= 8 ? "8" : "none"
            return [
                "--format", "symbols", "--size", "\(wish.size.width)x\(wish.size.height)",
                "--colors", palette, "--symbols", wish.isASCII ? "ascii" : "block+border+space",
            ]
        }
    }

    private var scaling: PictureScaling {
        PictureScaling(of: facts, in: wish.size, wish.images, unit: PictureScaling.unitsOfChafa[unit])
    }

    /// Returns the picture in what chafa has answered.
    package func drawn(_ output: [UInt8]) -> DrawnPicture {
        let content: DrawnPicture.Content? =
            switch method {
            case .kitty:
                PixelReader.pixels(in: output, most: scaling.pixels).map {
                    .image(TerminalImage($0, size: scaling.cells))
                }
            case .sixel:
                SixelReader.sixels(in: output, most: scaling.pixels).map {
                    .image(TerminalImage(.sixels($0.bytes), size: scaling.cells(of: $0.size)))
                }
            case .blocks, .none:
                PictureReader.rows(in: output, size: wish.size).flatMap { $0.isEmpty ? nil : .rows($0) }
            }
        guard let content else { return failed("chafa has drawn nothing that can be shown") }
        return DrawnPicture(wish: wish, content: content)
    }

    package func failed(_ reason: String) -> DrawnPicture {
        DrawnPicture(wish: wish, content: .problem(reason))
    }
}

/// The picture that is wanted of a body.
struct PictureWish: Equatable, Sendable {
    let key: BodySource.Key
    /// The cells that there is room for.
    let size: Size
    let isASCII: Bool
    let images: ImageSettings
}

/// An image that was drawn, or why it was not.
package struct DrawnPicture: Equatable, Sendable {
    enum Content: Equatable, Sendable {
        /// It is still being drawn.
        case coming
        case rows([StyledText])
        case image(TerminalImage)
        case problem(String)
    }

    /// The picture that was wanted: it remembers for which body it is, and not the body.
    let wish: PictureWish
    let content: Content

    /// The number of lines that it takes; nil where it cannot be drawn.
    var lineCount: Int? {
        switch content {
        case .coming: 0
        case .rows(let rows): rows.count
        case .image(let image): image.size.height
        case .problem: nil
        }
    }

    package var problem: String? { if case .problem(let reason) = content { reason } else { nil } }
}

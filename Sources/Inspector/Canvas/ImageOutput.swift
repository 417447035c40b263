/// Tracks the image that the terminal shows, and returns the bytes that each frame needs for its image.
///
/// ```
///          before the rows              rows to send in full        after the rows
///  kitty   transmit or delete an image
///  sixel                                rows of a removed image     the image, if its rows changed
/// ```
package struct ImageOutput: Equatable, Sendable {
    /// The bytes for images that are written together with the rows of a frame.
    package struct Change: Equatable, Sendable {
        package var before: [UInt8] = []
        package var after: [UInt8] = []
        /// The rows to send in full, regardless of their known content.
        package var staleRows: Range<Int> = 0..<0
    }

    private let kitty: KittyGraphics
    private var shown: PlacedImage?
    private var shownBy = ImageProtocol.blocks

    package init(kitty: KittyGraphics) { self.kitty = kitty }

    /// The foreground colour of image cells, or `nil` if they are sent as blanks.
    package func color(by method: ImageProtocol) -> UInt8? { method == .kitty ? kitty.id : nil }

    /// Returns the image bytes for a frame.
    ///
    /// `rows` are the rows of the frame that are sent. After the screen was cleared, these are all rows.
    package mutating func change(
        to frame: Frame, rows: [Int], isCleared: Bool, by method: ImageProtocol
    ) -> Change {
        var change = Change()
        if shownBy != method {
            change = end()
            shownBy = method
        }
        switch method {
        case .kitty: showByKitty(frame.image, isCleared, &change)
        case .sixel: showBySixel(Self.drawable(in: frame), rows, isCleared, &change)
        case .blocks, .none: break
        }
        return change
    }

    /// Returns the change that removes the image that is shown.
    package mutating func end() -> Change {
        defer { shown = nil }
        guard let shown else { return Change() }
        return shownBy == .kitty
            ? Change(before: kitty.deletion) : Change(staleRows: shown.place.rows)
    }

    private mutating func showByKitty(_ placed: PlacedImage?, _ isCleared: Bool, _ change: inout Change) {
        guard isCleared || placed?.image != shown?.image else { return }
        if shown != nil { change.before += kitty.deletion }
        if let placed { change.before += kitty.transmission(of: placed.image) }
        shown = placed
    }

    private mutating func showBySixel(
        _ placed: PlacedImage?, _ rows: [Int], _ isCleared: Bool, _ change: inout Change
    ) {
        if let shown, shown != placed { change.staleRows = shown.place.rows }
        let isDisturbed = placed.map { placed in rows.contains(where: placed.place.rows.contains) } ?? false
        if let placed, isCleared || isDisturbed || placed != shown { change.after = Self.drawing(of: placed) }
        shown = placed
    }

    /// Returns the image if it can be drawn.
    ///
    /// An image in the last row would make the terminal scroll.
    private static func drawable(in frame: Frame) -> PlacedImage? {
        frame.uncoveredImage.flatMap { $0.place.rows.upperBound < frame.size.height ? $0 : nil }
    }

    /// Draws the image at its cells, and restores cursor and colours (DECSC, DECRC).
    private static func drawing(of placed: PlacedImage) -> [UInt8] {
        guard case .sixels(let sixels) = placed.image.content else { return [] }
        let origin = placed.place.origin
        return Array("\u{1B}7\u{1B}[\(origin.y + 1);\(origin.x + 1)H\u{1B}P0;1;0q".utf8) + sixels
            + Array("\u{1B}\\\u{1B}8".utf8)
    }
}

/// Keeps the images of a terminal as frames have them: says what is to be sent with each.
///
/// ```
///          before the rows            rows to be sent whole         behind the rows
///  kitty   the image, once, or its end
///  sixel                              where one was and is no more   the image, where the rows under it changed
/// ```
package struct ImageOutput: Equatable, Sendable {
    /// The bytes that go along with the rows of a frame, in the same write.
    package struct Change: Equatable, Sendable {
        package var before: [UInt8] = []
        package var after: [UInt8] = []
        /// The rows that are to be sent whole, whatever the terminal is believed to show there.
        package var staleRows: Range<Int> = 0..<0
    }

    private let kitty: KittyGraphics
    private var shown: PlacedImage?
    private var shownBy = ImageProtocol.blocks

    package init(kitty: KittyGraphics) { self.kitty = kitty }

    /// The colour of the cells of an image; nil where they are sent as blanks.
    package func color(by method: ImageProtocol) -> UInt8? { method == .kitty ? kitty.id : nil }

    /// Returns what a frame needs beside its rows; `rows` are those of its rows that are sent, and all of them are after the
    /// screen was cleared.
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

    /// Returns what takes away what is shown.
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

    /// The image that can be drawn: one in the last row would have the terminal scroll.
    private static func drawable(in frame: Frame) -> PlacedImage? {
        frame.uncoveredImage.flatMap { $0.place.rows.upperBound < frame.size.height ? $0 : nil }
    }

    /// Draws where the cells are, and leaves cursor and colours as they were (DECSC, DECRC).
    private static func drawing(of placed: PlacedImage) -> [UInt8] {
        guard case .sixels(let sixels) = placed.image.content else { return [] }
        let origin = placed.place.origin
        return Array("\u{1B}7\u{1B}[\(origin.y + 1);\(origin.x + 1)H\u{1B}P0;1;0q".utf8) + sixels
            + Array("\u{1B}\\\u{1B}8".utf8)
    }
}

/// An image that a terminal draws by itself.
package struct TerminalImage: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// Four bytes a pixel, red, green, blue and how opaque it is, in Base64.
        case pixels([UInt8], size: Size)
        /// The content of a control string for sixels, up to its end.
        case sixels([UInt8])
    }

    package let content: Content
    /// The cells that it covers.
    package let size: Size

    package init(_ content: Content, size: Size) {
        (self.content, self.size) = (content, size)
    }

    /// The most rows and columns that an image can cover.
    package static let longestSide = ImagePlaceholder.marks.count
}

/// An image and the cells of a frame that it covers.
package struct PlacedImage: Hashable, Sendable {
    package let image: TerminalImage
    package let place: Rect
}

/// A way to show images.
package enum ImageProtocol: String, Hashable, Sendable, CaseIterable {
    /// Pixels that the terminal draws over cells that name them.
    case kitty
    /// Pixels that the terminal draws where the cursor stands, and forgets where text comes over them.
    case sixel
    /// Characters in colours.
    case blocks
    /// Not at all: the facts of an image and its bytes are shown.
    case none
}

/// The facts that making images needs.
package struct ImageSettings: Hashable, Sendable {
    package var shownBy: ImageProtocol
    /// The size of a cell in pixels; nil where the terminal does not say.
    package var cell: Size?
    /// The largest image in pixels that the terminal takes; nil where it does not say.
    package var largest: Size?

    package init(shownBy: ImageProtocol = .blocks, cell: Size? = nil, largest: Size? = nil) {
        (self.shownBy, self.cell, self.largest) = (shownBy, cell, largest)
    }
}

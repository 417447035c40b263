/// An image that a terminal draws by itself.
package struct TerminalImage: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// RGBA pixels of four bytes each, in Base64.
        case pixels([UInt8], size: Size)
        /// The content of a sixel control string, without its terminator.
        case sixels([UInt8])
    }

    package let content: Content
    /// The number of cells that the image covers.
    package let size: Size

    package init(_ content: Content, size: Size) {
        (self.content, self.size) = (content, size)
    }

    /// The maximum number of rows or columns that an image can cover.
    package static let longestSide = ImagePlaceholder.marks.count
}

/// An image and the cells of a frame that it covers.
package struct PlacedImage: Hashable, Sendable {
    package let image: TerminalImage
    package let place: Rect
}

/// A way to show images.
package enum ImageProtocol: String, Hashable, Sendable, CaseIterable {
    /// The terminal draws pixels over cells that name the image.
    case kitty
    /// The terminal draws pixels at the cursor.
    ///
    /// Text written over them erases them.
    case sixel
    /// Coloured characters.
    case blocks
    /// Images are not shown, only their properties and bytes.
    case none
}

/// The terminal properties that rendering an image needs.
package struct ImageSettings: Hashable, Sendable {
    package var shownBy: ImageProtocol
    /// The size of a cell in pixels, or `nil` if the terminal does not report it.
    package var cell: Size?
    /// The size of the largest image that the terminal accepts, in pixels, or `nil` if it does not report it.
    package var largest: Size?

    package init(shownBy: ImageProtocol = .blocks, cell: Size? = nil, largest: Size? = nil) {
        (self.shownBy, self.cell, self.largest) = (shownBy, cell, largest)
    }
}

import InspectorCanvas

/// The size of an image in pixels and in cells: as large as there is room for, and not larger than it looks well.
struct PictureScaling: Equatable {
    /// The pixels of a cell for chafa without a terminal: up to version 1.12, and from 1.14 on.
    static let unitsOfChafa = [Size(width: 8, height: 8), Size(width: 10, height: 20)]
    /// So often a small image is enlarged.
    private static let mostEnlarged = 4.0
    /// So many pixels are handed to the terminal at most; it enlarges more of them itself.
    private static let mostPixels = 800_000.0
    /// The cell of a terminal that does not tell its size: half as wide as high, as in most.
    private static let usualCell = Size(width: 10, height: 20)

    /// The size for chafa, in its units.
    let box: Size
    /// The cells that it covers.
    let cells: Size
    private let cell: Size
    private let unit: Size

    init(of facts: ImageFacts, in room: Size, _ images: ImageSettings, unit: Size = Self.unitsOfChafa[0]) {
        self.unit = unit
        cell = images.cell ?? Self.usualCell
        let most = TerminalImage.longestSide
        let room = Size(width: min(room.width, most), height: min(room.height, most))
        let (width, height) = (Double(facts.width), Double(facts.height))
        let widest = Double(min(room.width * cell.width, images.largest?.width ?? .max))
        let highest = Double(min(room.height * cell.height, images.largest?.height ?? .max))
        let scale = min(Self.mostEnlarged, widest / width, highest / height)
        let shown = (width: width * scale, height: height * scale)
        cells = Size(
            width: Self.count(of: cell.width, in: shown.width, most: room.width),
            height: Self.count(of: cell.height, in: shown.height, most: room.height))
        let shrunk = min(1, (Self.mostPixels / (shown.width * shown.height)).squareRoot())
        box = Size(
            width: Self.units(of: unit.width, in: shown.width * shrunk, most: widest),
            height: Self.units(of: unit.height, in: shown.height * shrunk, most: highest))
    }

    /// The most pixels that chafa can draw in its box.
    var pixels: Size { Size(width: box.width * unit.width, height: box.height * unit.height) }

    /// Returns the cells that an image of so many pixels covers.
    func cells(of pixels: Size) -> Size {
        Size(
            width: Self.count(of: cell.width, in: Double(pixels.width), most: TerminalImage.longestSide),
            height: Self.count(of: cell.height, in: Double(pixels.height), most: TerminalImage.longestSide))
    }

    private static func count(of side: Int, in length: Double, most: Int) -> Int {
        max(1, min(most, Int((length / Double(max(1, side))).rounded(.up))))
    }

    /// Rounds up where there is room for it, as a box that is too small by a pixel makes the image smaller by a unit.
    private static func units(of unit: Int, in length: Double, most: Double) -> Int {
        let fitting = Int(most) / unit
        return max(1, min(fitting, Int((length / Double(unit)).rounded(.up))))
    }
}

/// A screenful of cells.
///
/// Pure functions draw it, and frames are compared row by row. Writes outside the frame are clipped silently, so no
/// caller checks bounds.
package struct Frame: Hashable, Sendable {
    package let size: Size
    /// The cells, row after row, `size.width` per row.
    package private(set) var cells: [Cell]
    /// The clickable areas.
    ///
    /// If several areas overlap, the last one receives the click.
    package private(set) var links: [Link] = []
    /// The image that the terminal draws over its cells.
    package private(set) var image: PlacedImage?
    /// The position of the visible text cursor, or `nil` to hide it.
    package var cursor: Point?

    package init(size: Size) {
        self.size = size
        cells = Array(repeating: .blank, count: size.width * size.height)
    }

    package var bounds: Rect { Rect(origin: Point(x: 0, y: 0), size: size) }

    /// Returns the cells of a row; empty outside the frame.
    package subscript(row: Int) -> ArraySlice<Cell> {
        guard row >= 0, row < size.height else { return [] }
        return cells[row * size.width..<(row + 1) * size.width]
    }

    /// Returns one cell; blank outside the frame.
    package subscript(point: Point) -> Cell {
        bounds.contains(point) ? cells[point.y * size.width + point.x] : .blank
    }

    /// Returns a row as text without trailing blanks, for tests.
    package func text(row: Int) -> String {
        var scalars = String.UnicodeScalarView()
        for cell in self[row] where cell.width > 0 {
            if cell.scalar != "\0" { scalars.append(cell.scalar) }
            if cell.firstMark != "\0" { scalars.append(cell.firstMark) }
            if cell.secondMark != "\0" { scalars.append(cell.secondMark) }
        }
        while scalars.last == " " { scalars.removeLast() }
        return String(scalars)
    }

    /// Returns the rows that differ from a frame of the same size, or all rows if the sizes differ.
    package func changedRows(since other: Frame) -> [Int] {
        guard size == other.size else { return Array(0..<size.height) }
        return cells.withUnsafeBufferPointer { mine in
            other.cells.withUnsafeBufferPointer { theirs in
                (0..<size.height).filter { row in
                    (row * size.width..<(row + 1) * size.width).contains { mine[$0] != theirs[$0] }
                }
            }
        }
    }

    // MARK: - Drawing

    /// Draws text in one style, clipped to `width` columns.
    ///
    /// Returns the column after the text.
    @discardableResult
    package mutating func put(
        _ text: DisplayText, at point: Point, style: Style = .plain, width: Int = .max
    ) -> Int {
        put(text.glyphs[...], at: point, style: style, width: min(max(0, width), text.width))
    }

    @discardableResult
    private mutating func put(_ glyphs: ArraySlice<Glyph>, at point: Point, style: Style, width: Int) -> Int {
        let end = point.x + width
        let room = max(point.x, 0)..<max(0, point.x, min(end, size.width))
        guard point.y >= 0, point.y < size.height, !room.isEmpty else { return end }
        var x = point.x
        for glyph in glyphs {
            guard x < room.upperBound else { break }
            place(glyph, style: style, at: Point(x: x, y: point.y), room: room)
            x += Int(glyph.width)
        }
        return end
    }

    @discardableResult
    package mutating func put(_ text: StyledText, at point: Point, width: Int = .max) -> Int {
        let end = min(text.width, max(0, width))
        for run in text.runs where run.columns.lowerBound < end {
            put(
                text.text.glyphs[run.glyphs], at: Point(x: point.x + run.columns.lowerBound, y: point.y),
                style: run.style, width: min(end, run.columns.upperBound) - run.columns.lowerBound)
        }
        for click in text.clicks where click.columns.lowerBound < end {
            let columns = click.columns.clamped(to: 0..<end)
            link(
                Rect(x: point.x + columns.lowerBound, y: point.y, width: columns.count, height: 1),
                .keys(click.keys))
        }
        return point.x + end
    }

    /// Draws the image of a frame as cells within `rect`.
    ///
    /// Each cell names the part of the image that it shows. A frame has at most one image.
    package mutating func put(_ image: TerminalImage, at point: Point, in rect: Rect) {
        let place = Rect(origin: point, size: image.size)
        let area = place.intersection(rect).intersection(bounds)
        self.image = PlacedImage(image: image, place: place)
        for y in area.rows {
            mendEdges(of: area.columns, y: y)
            for x in area.columns {
                cells[y * size.width + x] =
                    Cell(imageRow: y - point.y, column: x - point.x) ?? .blank
            }
        }
    }

    /// The image if it is completely visible, otherwise `nil`.
    package var uncoveredImage: PlacedImage? {
        guard let image, image.place.intersection(bounds) == image.place else { return nil }
        let (place, origin) = (image.place, image.place.origin)
        let isWhole = place.rows.allSatisfy { y in
            place.columns.allSatisfy { x in
                cells[y * size.width + x] == Cell(imageRow: y - origin.y, column: x - origin.x)
            }
        }
        return isWhole ? image : nil
    }

    /// Assigns an action to clicks within a rectangle.
    package mutating func link(_ rect: Rect, _ click: Link.Click) {
        links.append(Link(rect: rect, click: click))
    }

    package mutating func fill(_ rect: Rect, with text: DisplayText = " ", style: Style = .plain) {
        let area = rect.intersection(bounds)
        guard let glyph = text.glyphs.first, glyph.width == 1, !area.isEmpty else { return }
        let cell = Cell(glyph, style: style)
        for y in area.rows {
            mendEdges(of: area.columns, y: y)
            for x in area.columns { cells[y * size.width + x] = cell }
        }
    }

    package mutating func restyle(_ rect: Rect, _ change: (inout Style) -> Void) {
        let area = rect.intersection(bounds)
        guard !area.isEmpty else { return }
        for y in area.rows {
            for x in area.columns { change(&cells[y * size.width + x].style) }
        }
    }

    /// Replaces typographic punctuation and symbols with ASCII, and keeps letters of other scripts.
    package mutating func spellInASCII() {
        for index in cells.indices { cells[index] = cells[index].spelledInASCII }
    }

    /// Replaces everything but ASCII, for locales in which other bytes have another meaning.
    package mutating func reduceToASCII() {
        for index in cells.indices {
            // Half of a wide character becomes a column by itself.
            let isRightHalf = cells[index].width == 0
            cells[index] = isRightHalf ? Cell(.unknown, style: cells[index].style) : cells[index].inASCII
        }
    }

    package mutating func highlight(_ rect: Rect) {
        restyle(rect) { $0.attributes.insert(.highlight) }
    }

    /// Draws one glyph inside the columns of `room`; half a wide character becomes a blank.
    private mutating func place(_ glyph: Glyph, style: Style, at point: Point, room: Range<Int>) {
        let columns = point.x..<point.x + Int(glyph.width)
        let visible = columns.clamped(to: room)
        guard !visible.isEmpty else { return }
        mendEdges(of: visible, y: point.y)
        let row = point.y * size.width
        if visible.count < columns.count {
            cells[row + visible.lowerBound] = Cell(.blank, style: style)
            return
        }
        let cell = Cell(glyph, style: style)
        cells[row + visible.lowerBound] = cell
        if glyph.width == 2 { cells[row + visible.lowerBound + 1] = Cell(rightHalfIn: cell.style) }
    }

    /// Blanks the other halves of wide characters that overwriting these columns would cut.
    private mutating func mendEdges(of columns: Range<Int>, y: Int) {
        let row = y * size.width
        let first = columns.lowerBound
        let next = columns.upperBound
        if first > 0, cells[row + first].width == 0 {
            cells[row + first - 1] = Cell(.blank, style: cells[row + first - 1].style)
        }
        if next < size.width, cells[row + next].width == 0 {
            cells[row + next] = Cell(.blank, style: cells[row + next].style)
        }
    }
}

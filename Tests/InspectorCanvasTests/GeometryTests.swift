import InspectorCanvas
import Testing

@Suite("Geometry")
struct GeometryTests {
    private let rect = Rect(x: 2, y: 1, width: 10, height: 6)

    @Test("splitting divides a rectangle without gap or overlap", arguments: [-1, 0, 1, 6, 10, 99])
    func splitting(count: Int) {
        let top = rect.splitTop(count)
        #expect(top.top.rows.upperBound == top.rest.rows.lowerBound)
        #expect(top.top.height + top.rest.height == rect.height)
        let bottom = rect.splitBottom(count)
        #expect(bottom.rest.rows.upperBound == bottom.bottom.rows.lowerBound)
        #expect(bottom.bottom.height == min(max(0, count), rect.height))
        let left = rect.splitLeft(count)
        #expect(left.left.columns.upperBound == left.rest.columns.lowerBound)
        #expect(left.left.width + left.rest.width == rect.width)
    }

    @Test("a margin never turns a rectangle inside out", arguments: [0, 1, 3, 50])
    func inset(margin: Int) {
        let inner = rect.inset(horizontally: margin, vertically: margin)
        #expect(inner.intersection(rect) == inner)
        #expect(inner.width >= 0 && inner.height >= 0)
    }

    @Test("an overlay stands in the middle and fits")
    func centered() {
        #expect(rect.centered(Size(width: 4, height: 2)) == Rect(x: 5, y: 3, width: 4, height: 2))
        #expect(rect.centered(Size(width: 40, height: 20)) == rect)
    }

    @Test("rows and points are counted from the rectangle's corner")
    func rowsAndPoints() {
        #expect(rect.row(2) == Rect(x: 2, y: 3, width: 10, height: 1))
        #expect(rect.row(6).isEmpty)
        #expect(rect.point(x: 1, y: 1) == Point(x: 3, y: 2))
        #expect(rect.contains(Point(x: 11, y: 6)))
        #expect(!rect.contains(Point(x: 12, y: 6)))
    }

    @Test("rectangles apart from each other share nothing")
    func disjoint() {
        #expect(rect.intersection(Rect(x: 50, y: 50, width: 5, height: 5)).isEmpty)
    }

    @Test(
        "columns take their width and share what is left",
        arguments: [
            ([.fixed(3), .flexible(minimum: 5), .fixed(2)], 20, [0..<3, 4..<17, 18..<20]),
            ([.fixed(3), .flexible(minimum: 5), .fixed(2)], 12, [0..<3, 4..<9, 10..<12]),
            ([.fixed(3), .flexible(minimum: 5), .fixed(2)], 11, [0..<3, 4..<11, 11..<11]),
            ([.flexible(minimum: 1), .flexible(minimum: 1)], 10, [0..<5, 6..<10]),
            ([.fixed(8)], 4, [4..<4]),
            ([], 4, []),
        ] as [([Columns.Width], Int, [Range<Int>])])
    func columns(widths: [Columns.Width], total: Int, ranges: [Range<Int>]) {
        #expect(Columns(widths, in: total).ranges == ranges)
    }

    @Test("a sparkline is scaled to its largest value")
    func sparkline() {
        let line = Sparkline(ramp: "▁▂▃▄▅▆▇█")
        #expect(line.text([0, 1, 4, 8, 0.1]).string == " ▁▄█▁")
        #expect(line.text([]).isEmpty)
        #expect(line.text([.nan, .infinity, 1]).width == 3)
        #expect(Sparkline(ramp: "").text([1]).string == " ")
    }
}

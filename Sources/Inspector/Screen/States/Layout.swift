import InspectorCanvas

/// Where everything stands: one pure function of the state, used by update and drawing alike.
///
/// ```
/// header                                            header
/// live strip (where it fits)                        live strip
/// ── TASKS ──────────────────────        SAVED  │ ── TASKS ────────────
/// list                                   tree   │ list
/// ── 205 POST /orders ───────────               │ ── 205 POST /orders ─
/// detail                                        │ detail
/// notice (while there is one)            notice
/// keys                                   keys
///         below 110 columns                     from 110 columns
/// ```
struct Layout: Equatable {
    var header: Rect
    /// The live strip; nil where it does not fit, and before the first task.
    var strip: Rect?
    /// The column of saved requests; nil where it opens as an overlay.
    var saved: Rect?
    /// The list with its title and heading.
    var list: Rect?
    /// The detail pane with its title and tabs.
    var detail: Rect?
    /// The middle of the screen, where overlays lie.
    var middle: Rect
    var notice: Rect
    var footer: Rect

    static let smallest = Size(width: 20, height: 3)
    static let widthOfColumns = 110
    /// Below this width a question and the keys that answer it do not fit into one line.
    static let widthOfOneLine = 60
    private static let smallestOfStrip = Size(width: 60, height: 16)
    private static let heightOfBothPanes = 14

    /// Places everything above a footer and a notice of so many lines.
    init(_ state: State, noticeHeight: Int, footerHeight: Int) {
        let all = Rect(origin: Point(x: 0, y: 0), size: state.size)
        (header, middle) = all.splitTop(1)
        if state.size.width >= Self.smallestOfStrip.width, state.size.height >= Self.smallestOfStrip.height,
            !state.tasks.isEmpty
        {
            (strip, middle) = middle.splitTop(1)
        }
        (middle, footer) = middle.splitBottom(footerHeight)
        (middle, notice) = middle.splitBottom(noticeHeight)
        var rest = middle
        if state.size.width >= Self.widthOfColumns, !state.isZoomed || state.focus == .saved {
            let width = state.isZoomed ? rest.width : min(38, rest.width * 22 / 100)
            let (left, right) = rest.splitLeft(width)
            saved = left
            rest = right.splitLeft(1).rest
            if state.isZoomed { return }
        }
        placePanes(of: state, in: rest)
    }

    private mutating func placePanes(of state: State, in rect: Rect) {
        let isDetail = state.focus == .detail
        if state.list.shown.isEmpty {
            list = rect
        } else if state.isZoomed || rect.height < Self.heightOfBothPanes {
            (list, detail) = isDetail ? (nil, rect) : (rect, nil)
        } else {
            let (top, bottom) = rect.splitTop(Self.listHeight(state, in: rect.height))
            (list, detail) = (top, bottom)
        }
    }

    /// Half of the height, less where the list has nothing to fill it with.
    private static func listHeight(_ state: State, in height: Int) -> Int {
        let half = (height + 2) / 2
        let needed = state.list.lineCount(of: state.tasks, limit: half) + 2
        return max(min(half, needed), min(half, height / 3))
    }

    /// The lines of the list below its title and heading.
    var listRows: Rect? { list?.splitTop(2).rest }

    /// The lines of the detail page below title and tabs.
    var detailPage: Rect? { detail?.splitTop(2).rest }

    /// The tree of saved requests: its column, or the overlay's inside.
    var savedRows: Rect { (saved ?? overlay).inset(horizontally: 0, vertically: 0).splitTop(1).rest }

    /// Where overlays are drawn.
    var overlay: Rect {
        middle.centered(Size(width: min(middle.width, 90), height: middle.height))
    }

    static func isTooSmall(_ size: Size) -> Bool {
        size.width < smallest.width || size.height < smallest.height
    }
}
